import { answerMessage, asksForDocument, endedMessages } from '../engine/run/answer-message.js';
import { allCallbacks, type Callback } from '../outbound/callbacks.js';
import { timeLimitOf, wireRequest } from '../outbound/outbound-request.js';
import type { State } from '../state/state.js';
import { heldDocument, isStored } from '../subjects/fabric/store/stored-document.js';
import { type SignatureForm, signed } from './sign.js';
import type { WebhookSender } from './webhook-sender.js';

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
  /** Sends the requests of running documents. */
  readonly #sendRequests: (state: State) => void;

  constructor(webhooks: WebhookSender, warn: (line: string) => void, sendRequests: (state: State) => void) {
    this.#webhooks = webhooks;
    this.#warn = warn;
    this.#sendRequests = sendRequests;
  }

  send(state: State): void {
    for (const problem of endedMessages(state)) this.#warn(problem);
    const fresh: Callback[] = [];
    for (const [, callback] of allCallbacks(state).newest()) {
      if (this.#outcomes.has(callback.id)) break;
      fresh.unshift(callback);
    }
    for (const callback of fresh) {
      const isSent = this.#webhooks.reaches(callback.url) || isMessageScript(state, callback);
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
      if (isMessageScript(state, callback)) {
        this.#outcomes.set(callback.id, { status: 200 });
        await this.#runMessage(state, callback, heldDocument(state, callback.url)?.text ?? '');
        return;
      }
      const limits = { timeoutMs: timeLimitOf(callback.url).ms, maxBytes: MAX_BYTES };
      const request = signed(state, wireRequest(callback), signatureOf(callback));
      const { status, body } = await this.#webhooks.send(callback.event, request, limits);
      this.#outcomes.set(callback.id, { status });
      if (status === 200 && asksForDocument(callback))
        await this.#runMessage(state, callback, Buffer.from(body).toString('utf8'));
    } catch (error) {
      this.#outcomes.set(callback.id, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  async #runMessage(state: State, callback: Callback, text: string): Promise<void> {
    await answerMessage(state, callback, text);
    this.#sendRequests(state);
    this.send(state);
  }
}

/** Whether the response to a callback is a document in SWML for an inbound message. */
const isInboundMessage = ({ event, encoding }: Callback): boolean =>
  encoding === 'json' && event === 'messaging.message.received';

/** Every request of cXML is a form. Of the others, only those for a document are signed. */
const signatureOf = (callback: Callback): SignatureForm | null =>
  callback.encoding === 'form' ? 'cxml' : isInboundMessage(callback) ? 'message' : null;

/** Whether the platform itself stores the document for an inbound message. */
const isMessageScript = (state: State, callback: Callback): boolean =>
  isInboundMessage(callback) && isStored(state, callback.url);
