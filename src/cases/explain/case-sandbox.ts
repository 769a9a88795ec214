import { Trial } from '../../assist/index.js';
import { type CassetteDocument, type CassetteEntry, keptResponse, textOf } from '../../cassette/index.js';
import { newSandbox, type Sandbox } from '../../sandbox/index.js';
import { links } from '../links/links.js';
import { type Exchange, isDone } from './exchange.js';

/** A recording of a sandbox has ids of a small seed. New ids must be different from them. */
const SEED = 20_250_602;

/**
 * A sandbox that starts with the resources of a case and follows its requests, so that a correction is tried on the
 * state that the failed request found. Ids that the sandbox creates replace those of the recording.
 */
export class CaseSandbox {
  readonly #sandbox: Sandbox;
  readonly #sources = new Map<number, { readonly value: string; readonly path: readonly (string | number)[] }[]>();
  readonly #used = new Map<number, string[]>();
  readonly #ids = new Map<string, string>();

  constructor(documents: readonly CassetteDocument[]) {
    // A recording without responses shows no account. The sample account then has something to try calls on.
    const isAnswered = documents.some(({ kind, response }) => kind === 'http' && response !== undefined);
    this.#sandbox = newSandbox({ seed: SEED, ...(isAnswered && { from: { documents } }) });
    for (const { value, from, uses } of links(documents)) {
      if (from.path.includes('?')) continue;
      this.#sources.set(from.entry, [...(this.#sources.get(from.entry) ?? []), { value, path: from.path }]);
      for (const { entry } of uses) this.#used.set(entry, [...(this.#used.get(entry) ?? []), value]);
    }
  }

  /** What the sandbox could not be populated with. */
  get notes(): readonly string[] {
    return this.#sandbox.notes;
  }

  /** Sends a request that changed something. Its result is not compared: the recording may start from other data. */
  async follow(exchange: Exchange): Promise<void> {
    if (exchange.entry.request.method === 'GET' || !isDone(exchange) || !exchange.call) return;
    const response = await this.#send(exchange);
    if (response.status >= 300) return;
    const answer: unknown = response.body && 'json' in response.body ? response.body.json : undefined;
    for (const { value, path } of this.#sources.get(exchange.index) ?? []) {
      const here = path.reduce<unknown>((at, step) => (Object(at) as Record<string, unknown>)[step], answer);
      if (typeof here === 'string') this.#ids.set(value, here);
    }
  }

  /** Returns the response that the sandbox gives to a request without one. */
  ask(exchange: Exchange): Promise<NonNullable<CassetteEntry['response']>> {
    return this.#send(exchange);
  }

  async #send({ index, entry, url }: Exchange): Promise<NonNullable<CassetteEntry['response']>> {
    const { credentials, transport } = this.#sandbox;
    const { method, type, body } = entry.request;
    const here = (text: string) =>
      (this.#used.get(index) ?? []).reduce((all, id) => all.replaceAll(id, this.#ids.get(id) ?? id), text);
    const path = url.pathname.replace(/^(\/api\/laml\/[^/]+\/Accounts\/)[^/]+/, `$1${credentials.project}`);
    const response = await transport.send({
      method,
      url: `https://${credentials.host}${here(path + url.search)}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`,
        ...(body && { 'content-type': type ?? 'application/json' }),
      },
      ...(body && { body: 'base64' in body ? Buffer.from(body.base64, 'base64') : here(textOf(body)) }),
    });
    return keptResponse({ status: response.status, headers: response.headers, body: response.body });
  }

  /** Tries calls on a copy of the state now. */
  newTrial(): Trial {
    return new Trial({ sandbox: () => this.#sandbox, peek: () => undefined });
  }

  /** Replaces the ids of the recording by those of the sandbox. */
  readonly toSandbox = (code: string): string =>
    [...this.#ids].reduce((text, [recorded, here]) => text.replaceAll(recorded, here), code);

  /** Replaces the ids of the sandbox by those of the recording. */
  readonly toRecording = (code: string): string =>
    [...this.#ids].reduce((text, [recorded, here]) => text.replaceAll(here, recorded), code);
}
