import type { State } from '../state/state.js';
import { allCallbacks, type Callback } from './callbacks.js';
import { wireRequest } from './outbound-request.js';
import type { WebhookSender } from './webhooks.js';

/** The result of a callback. `kept` means that its URL is not on this machine, so it was not sent. */
export type Outcome = 'kept' | 'posting' | { readonly status: number } | { readonly error: string };

export interface SentCallback extends Callback {
  readonly outcome: Outcome;
}

const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 };

/** Sends callbacks in the background. One URL receives them in order, and no URL waits for another one. */
export class CallbackSender {
  readonly #outcomes = new Map<string, Outcome>();
  /** The last callback to each URL that has unfinished callbacks. */
  readonly #lastTo = new Map<string, Promise<void>>();
  readonly #webhooks: WebhookSender;

  constructor(webhooks: WebhookSender) {
    this.#webhooks = webhooks;
  }

  send(state: State): void {
    const fresh: Callback[] = [];
    for (const [, callback] of allCallbacks(state).newest()) {
      if (this.#outcomes.has(callback.id)) break;
      fresh.unshift(callback);
    }
    for (const callback of fresh) {
      const isSent = this.#webhooks.reaches(callback.url);
      this.#outcomes.set(callback.id, isSent ? 'posting' : 'kept');
      if (isSent) this.#queue(callback);
    }
  }

  all(state: State): SentCallback[] {
    return [...allCallbacks(state)].map((callback) => ({
      ...callback,
      outcome: this.#outcomes.get(callback.id) ?? 'kept',
    }));
  }

  async settled(): Promise<void> {
    while (this.#lastTo.size > 0) await Promise.all(this.#lastTo.values());
  }

  #queue(callback: Callback): void {
    const { url } = callback;
    const before = this.#lastTo.get(url) ?? Promise.resolve();
    const sent = before
      .then(() => this.#send(callback))
      .then(() => {
        if (this.#lastTo.get(url) === sent) this.#lastTo.delete(url);
      });
    this.#lastTo.set(url, sent);
  }

  async #send(callback: Callback): Promise<void> {
    try {
      const { status } = await this.#webhooks.send(callback.event, wireRequest(callback), LIMITS);
      this.#outcomes.set(callback.id, { status });
    } catch (error) {
      this.#outcomes.set(callback.id, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}
