import { answerMessage, isMessageDocument } from '../engine/cxml/answer-message.js';
import { type MessageFetch, runMessageDocument } from '../engine/messages/run-message.js';
import type { State } from '../state/state.js';
import { heldDocument, isStored } from '../subjects/fabric/store/stored-document.js';
import { allCallbacks, type Callback } from './callbacks.js';
import { timeLimitOf, wireRequest } from './outbound-request.js';
import { type SignatureForm, signed } from './sign.js';
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
      if (status !== 200) return;
      if (isInboundMessage(callback)) await this.#runMessage(state, callback, Buffer.from(body).toString('utf8'));
      if (!isMessageDocument(callback)) return;
      for (const problem of await answerMessage(state, callback, Buffer.from(body).toString('utf8')))
        this.#warn(problem);
      this.send(state);
    } catch (error) {
      this.#outcomes.set(callback.id, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Runs the document in SWML that answers an inbound message. */
  async #runMessage(state: State, callback: Callback, text: string): Promise<void> {
    const fetch: MessageFetch = async ({ timeoutMs, ...request }) => {
      if (!this.#webhooks.reaches(request.url)) {
        this.#warn(`${request.url} is not on this machine, so no request was sent`);
        return null;
      }
      const wire = signed(state, request, 'message');
      const sent = this.#webhooks.send('message request', wire, { timeoutMs, maxBytes: MAX_BYTES });
      const response = await sent.catch(() => null);
      return response && { status: response.status, text: Buffer.from(response.body).toString('utf8') };
    };
    for (const problem of await runMessageDocument(state, callback, text, fetch)) this.#warn(problem);
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
