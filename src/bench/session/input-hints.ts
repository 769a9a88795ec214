import { adviceOn, ForgottenAwaits, hintsOn, namePage, type Session, Trial } from '../../assist/index.js';
import { refusalReason, type Sandbox } from '../../sandbox/index.js';
import type { Bench } from '../bench.js';
import type { Input } from './input.js';

interface Sources {
  readonly scope: Bench['scope'];
  readonly session: Session;
  /** Undefined while requests do not go to the sandbox. */
  sandbox(): Sandbox | undefined;
  notify(text: string, origin: { readonly input: number }): void;
}

/** Hints about the inputs of a session: notices about code that ran, and advice on errors. */
export class InputHints {
  readonly #sources: Sources;
  readonly #forgottenAwaits = new ForgottenAwaits();
  #isClockExplained = false;
  readonly #advice = new WeakMap<object, readonly string[]>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Logs suggestions about code that ran. */
  async suggest(number: number, input: Input, value: unknown): Promise<void> {
    if (input.kind !== 'code' && input.kind !== 'job') return;
    const hints = [
      ...this.#onQueued(input.code),
      ...(await this.#forgottenAwaits.notices(input.code, value, this.#sources.session)),
      ...(await hintsOn(input.code, value, this.#scope)),
    ];
    for (const text of hints) this.#sources.notify(text, { input: number });
  }

  /** Explains once why a message is not in the inbox yet: the clock of the sandbox does not run by itself. */
  #onQueued(code: string): string[] {
    const sandbox = /\bmessages\s*\.\s*create\s*\(/.test(code) ? this.#sources.sandbox() : undefined;
    const seconds = sandbox && secondsToRun(sandbox.nextEventAt(), sandbox.clock.now());
    if (seconds === undefined || this.#isClockExplained) return [];
    this.#isClockExplained = true;
    return [`the sandbox sends a message when its clock advances. Type .sandbox run ${seconds}, then .sandbox inbox`];
  }

  /** Finds advice on an error. */
  async advise(error: unknown, source: string, { kind }: Input): Promise<void> {
    if (typeof error !== 'object' || error === null) return;
    const scope = { ...this.#scope, isCommand: kind === 'command' };
    namePage(error, source, scope);
    this.#advice.set(error, await adviceOn(error, source, scope));
  }

  of(error: unknown): readonly string[] {
    return (typeof error === 'object' && error !== null && this.#advice.get(error)) || [];
  }

  newTrial(): Trial {
    return new Trial({ sandbox: this.#sources.sandbox, peek: this.#sources.scope.peek });
  }

  /** Suggested calls are tried on a copy of the sandbox as it is when the hint is created. */
  get #scope() {
    const reasonOf = (error: Parameters<typeof refusalReason>[1]) => {
      const sandbox = this.#sources.sandbox();
      return sandbox && refusalReason(sandbox.journal, error);
    };
    return { ...this.#sources.session, newTrial: () => this.newTrial(), reasonOf };
  }
}

/** The seconds in which the next event of the sandbox and what follows from it happen. Undefined without an event. */
export const secondsToRun = (at: string | undefined, now: Date): number | undefined =>
  at === undefined ? undefined : Math.ceil((Date.parse(at) - now.getTime()) / 1000) + FOLLOWING;

/** A message is delivered a second after it was sent. */
const FOLLOWING = 3;
