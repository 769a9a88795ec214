import { TransportFault } from '../../http/index.js';
import { answerMessage, asksForDocument, endedMessages } from '../engine/run/answer-message.js';
import { allCallbacks, type Callback, type Outcome, type SentCallback } from '../outbound/callbacks.js';
import { timeLimitOf, wireRequest } from '../outbound/outbound-request.js';
import type { State } from '../state/state.js';
import { heldDocument, isStored } from '../subjects/fabric/store/stored-document.js';
import { type SignatureForm, signed } from './sign.js';
import type { WebhookSender } from './webhook-sender.js';

const MAX_BYTES = 64 * 1024;
/** A callback that fails is sent again. The request for a document that answers a message is not. */
const MAX_ATTEMPTS = 3;

/** Sends callbacks in the background. One URL receives them in order, and no URL waits for another one. */
export class CallbackSender {
  /** By state, because a state that was restored gives the same ids again. */
  readonly #outcomes = new WeakMap<State, Map<string, Outcome>>();
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
    const outcomes = this.#outcomesOf(state);
    const fresh: Callback[] = [];
    for (const [, callback] of allCallbacks(state).newest()) {
      if (outcomes.has(callback.id)) break;
      fresh.unshift(callback);
    }
    for (const callback of fresh) {
      const isSent = this.#webhooks.reaches(callback.url) || isMessageScript(state, callback);
      outcomes.set(callback.id, isSent ? 'posting' : 'kept');
      if (isSent) this.#queue(state, callback);
    }
  }

  /** The callbacks of a snapshot were sent before it was made, so they are not sent again. */
  restore(state: State, before: State): void {
    const known = this.#outcomesOf(before);
    const outcomes = this.#outcomesOf(state);
    for (const { id } of allCallbacks(state)) outcomes.set(id, known.get(id) ?? 'kept');
  }

  outcomeOf = (state: State, callback: Callback): SentCallback => ({
    ...callback,
    outcome: this.#outcomesOf(state).get(callback.id) ?? 'kept',
  });

  all(state: State): SentCallback[] {
    return [...allCallbacks(state)].map((callback) => this.outcomeOf(state, callback));
  }

  /** Resolves when the callbacks so far have arrived or failed. Undefined without any. */
  arrived(): Promise<unknown> | undefined {
    return this.#lastTo.size > 0 ? Promise.all(this.#lastTo.values()) : undefined;
  }

  async settled(): Promise<void> {
    while (this.#lastTo.size > 0) await this.arrived();
  }

  #outcomesOf(state: State): Map<string, Outcome> {
    const known = this.#outcomes.get(state) ?? new Map<string, Outcome>();
    this.#outcomes.set(state, known);
    return known;
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
    const outcomes = this.#outcomesOf(state);
    if (isMessageScript(state, callback)) {
      outcomes.set(callback.id, { status: 200 });
      await this.#runMessage(state, callback, heldDocument(state, callback.url)?.text ?? '');
      return;
    }
    const isDocument = asksForDocument(callback);
    for (let attempts = 1; ; attempts++) {
      const { outcome, body, isMiss } = await this.#attempt(state, callback);
      const tried = attempts > 1 && { attempts };
      outcomes.set(callback.id, { ...outcome, ...tried });
      const status = 'status' in outcome ? outcome.status : 0;
      if (status === 200 && isDocument) await this.#runMessage(state, callback, Buffer.from(body).toString('utf8'));
      const isDone = (status >= 200 && status < 300) || isDocument || isMiss || !this.#webhooks.reaches(callback.url);
      if (isDone || attempts === MAX_ATTEMPTS) return;
    }
  }

  /** `isMiss`: a recording answers for the servers and does not have the request, so no second attempt can differ. */
  async #attempt(
    state: State,
    callback: Callback,
  ): Promise<{ outcome: Exclude<Outcome, string>; body: Uint8Array; isMiss?: boolean }> {
    const limits = { timeoutMs: timeLimitOf(callback.url).ms, maxBytes: MAX_BYTES };
    const request = signed(state, wireRequest(callback), signatureOf(callback));
    try {
      const { status, body } = await this.#webhooks.send(callback.event, request, limits);
      return { outcome: { status }, body };
    } catch (error) {
      const isMiss = error instanceof TransportFault && error.kind === 'miss';
      const outcome = { error: error instanceof Error ? error.message : String(error) };
      return { outcome, body: new Uint8Array(), isMiss };
    }
  }

  async #runMessage(state: State, callback: Callback, text: string): Promise<void> {
    try {
      await answerMessage(state, callback, text);
    } catch (error) {
      const outcome = { error: error instanceof Error ? error.message : String(error) };
      this.#outcomesOf(state).set(callback.id, outcome);
    }
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
