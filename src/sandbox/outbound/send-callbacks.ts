import { answerMessage, isMessageDocument } from '../engine/cxml/answer-message.js';
import type { State } from '../state/state.js';
import { allCallbacks, type Callback } from './callbacks.js';
import { timeLimitOf, wireRequest } from './outbound-request.js';
import type { WebhookSender } from './webhooks.js';

/** The result of a callback. `kept` means that its URL is not on this machine, so it was not sent. */
export type Outcome = 'kept' | 'posting' | { readonly status: number } | { readonly error: string };

export interface SentCallback extends Callback {
  readonly outcome: Outcome;
}

const MAX_BYTES = 64 * 1024;

/** Sends callbacks in the background. One URL receives them in order, and no URL waits for another one. */
export class CallbackSender {
  readonly #outcomes = new Map<string, Outcome>();
  /** The last callback to each URL that has unfinished callbacks. */
  readonly #lastTo = new Map<string, Promise<void>>();
  readonly #webhooks: WebhookSender;
  readonly #warn: (line: string) => void;

  constructor(webhooks: WebhookSender, warn: (line: string) => void) {
    this.#webhooks = webhooks;
    this.#warn = warn;
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
      if (isSent) this.#queue(state, callback);
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

  #queue(state: State, callback: Callback): void {
    const { url } = callback;
    const before = this.#lastTo.get(url) ?? Promise.resolve();
    const sent = before
      .then(() => this.#send(state, callback))
      .then(() => {
        if (this.#lastTo.get(url) === sent) this.#lastTo.delete(url);
      });
    this.#lastTo.set(url, sent);
  }

  async #send(state: State, callback: Callback): Promise<void> {
    try {
      const limits = { timeoutMs: timeLimitOf(callback.url).ms, maxBytes: MAX_BYTES };
      const { status, body } = await this.#webhooks.send(callback.event, wireRequest(callback), limits);
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
