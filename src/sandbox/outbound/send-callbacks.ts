import { liveTransport, type Transport } from '../../http/index.js';
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
  readonly #outcomes = new Map<string, Outcome>();
  #transport: Transport | undefined;
  #last: Promise<void> = Promise.resolve();

  send(state: State): void {
    const fresh: Callback[] = [];
    for (const [, callback] of allCallbacks(state).newest()) {
      if (this.#outcomes.has(callback.id)) break;
      fresh.unshift(callback);
    }
    for (const callback of fresh) {
      const isSent = isLocal(callback.url);
      this.#outcomes.set(callback.id, isSent ? 'posting' : 'kept');
      if (isSent) this.#last = this.#last.then(() => this.#send(callback));
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

  async #send(callback: Callback): Promise<void> {
    this.#transport ??= liveTransport({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES });
    try {
      const { status } = await this.#transport.send(wireRequest(callback));
      this.#outcomes.set(callback.id, { status });
    } catch (error) {
      this.#outcomes.set(callback.id, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}
