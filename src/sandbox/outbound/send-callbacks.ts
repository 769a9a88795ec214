import { liveTransport, type Transport } from '../../http/index.js';
import { answerMessage, isMessageDocument } from '../engine/cxml/answer-message.js';
import type { State } from '../state/state.js';
import { allCallbacks, type Callback } from './callbacks.js';
import { isLocal, wireRequest } from './outbound-request.js';

/** The result of a callback. `kept` means that its URL is not on this machine, so it was not sent. */
export type Outcome = 'kept' | 'posting' | { readonly status: number } | { readonly error: string };

export interface SentCallback extends Callback {
  readonly outcome: Outcome;
}

const TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Sends callbacks to servers on this machine, one at a time and in the background. */
export class CallbackSender {
  readonly #warn: (line: string) => void;
  readonly #outcomes = new Map<string, Outcome>();
  #transport: Transport | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  send(state: State): void {
    const fresh: Callback[] = [];
    for (const [, callback] of allCallbacks(state).newest()) {
      if (this.#outcomes.has(callback.id)) break;
      fresh.unshift(callback);
    }
    for (const callback of fresh) {
      const isSent = isLocal(callback.url);
      this.#outcomes.set(callback.id, isSent ? 'posting' : 'kept');
      if (isSent) this.#last = this.#last.then(() => this.#send(state, callback));
    }
  }

  all(state: State): SentCallback[] {
    return [...allCallbacks(state)].map((callback) => ({
      ...callback,
      outcome: this.#outcomes.get(callback.id) ?? 'kept',
    }));
  }

  async settled(): Promise<void> {
    let last: Promise<void>;
    do await (last = this.#last);
    while (last !== this.#last);
  }

  async #send(state: State, callback: Callback): Promise<void> {
    this.#transport ??= liveTransport({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES });
    try {
      const { status, body } = await this.#transport.send(wireRequest(callback));
      this.#outcomes.set(callback.id, { status });
      if (status !== 200 || !isMessageDocument(callback)) return;
      for (const problem of await answerMessage(state, callback, Buffer.from(body).toString('utf8')))
        this.#warn(problem);
      this.send(state);
    } catch (error) {
      this.#outcomes.set(callback.id, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}
