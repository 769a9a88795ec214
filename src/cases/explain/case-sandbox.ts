import { Trial } from '../../assist/index.js';
import { type CassetteDocument, type CassetteEntry, keptResponse } from '../../cassette/index.js';
import { copySandbox, newSandbox, type Sandbox } from '../../sandbox/index.js';
import { bodyValue, links } from '../links/links.js';
import { sendAgain, targetOf } from '../replay/send-again.js';
import { Substitution } from '../replay/substitute.js';
import { type Exchange, isDone } from './exchange.js';

/** A recording of a sandbox has ids of a small seed. New ids must be different from them. */
const SEED = 20_250_602;
/** About a second of work. */
const MAX_FOLLOWED = 4000;

/**
 * A sandbox that starts with the resources of a case and follows its requests, so that a correction is tried on the
 * state that the failed request found. Ids that the sandbox creates replace those of the recording.
 */
export class CaseSandbox {
  readonly #sandbox: Sandbox;
  /** Exchanges to follow before the next trial. Without a trial, none is sent. */
  readonly #due: Exchange[] = [];
  #followed = 0;
  readonly #substitution: Substitution;

  constructor(documents: readonly CassetteDocument[]) {
    // A recording without responses shows little of the account. The sample account then has something to try calls on.
    const isAnswered = documents.some(({ kind, response }) => kind === 'http' && response !== undefined);
    this.#sandbox = newSandbox({ seed: SEED, from: { documents }, empty: isAnswered });
    this.#substitution = new Substitution(links(documents));
  }

  /** What the sandbox could not be populated with. */
  get notes(): readonly string[] {
    const isCut = this.#followed > MAX_FOLLOWED;
    return [
      ...this.#sandbox.notes,
      ...(isCut ? [`corrections were tried on the state after the first ${MAX_FOLLOWED} changes`] : []),
    ];
  }

  /** Sends a request that changed something. Its result is not compared: the recording may start from other data. */
  follow(exchange: Exchange): void {
    if (exchange.entry.request.method === 'GET' || !isDone(exchange) || !exchange.call) return;
    this.#due.push(exchange);
  }

  /** Sends the requests to follow. Call it before a trial. */
  async catchUp(): Promise<void> {
    for (const exchange of this.#due.splice(0)) {
      if (++this.#followed > MAX_FOLLOWED) continue;
      const response = await this.#send(exchange);
      if (response.status < 300) this.#substitution.learn(exchange.index, bodyValue(response.body));
    }
  }

  /** Returns the response that the sandbox gives to a request without one. */
  async ask(exchange: Exchange): Promise<NonNullable<CassetteEntry['response']>> {
    await this.catchUp();
    return this.#send(exchange);
  }

  /** Returns the response of a copy, so that the request changes nothing. */
  askCopy(exchange: Exchange): Promise<NonNullable<CassetteEntry['response']>> {
    return this.#send(exchange, copySandbox(this.#sandbox));
  }

  async #send(
    { index, entry }: Exchange,
    sandbox: Pick<Sandbox, 'transport' | 'credentials'> = this.#sandbox,
  ): Promise<NonNullable<CassetteEntry['response']>> {
    const to = targetOf(sandbox);
    return keptResponse(await sendAgain(index, entry, { to, substitution: this.#substitution }).send());
  }

  /** Tries calls on a copy of the state now. */
  newTrial(): Trial {
    return new Trial({ sandbox: () => this.#sandbox, peek: () => undefined });
  }

  /** Replaces the ids of the recording by those of the sandbox. */
  readonly toSandbox = (code: string): string =>
    [...this.#substitution.values].reduce((text, [recorded, here]) => text.replaceAll(recorded, here), code);

  /** Replaces the ids of the sandbox by those of the recording. */
  readonly toRecording = (code: string): string =>
    [...this.#substitution.values].reduce((text, [recorded, here]) => text.replaceAll(here, recorded), code);
}
