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
  /** The last callback to each URL that has unfinished callbacks. A restored state does not wait for the earlier one. */
  #lastTo = new Map<string, Promise<void>>();
  /** The state whose callbacks are sent. Those of a state that was replaced are abandoned. */
  #current: State | undefined;
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
      if (callback.outcome !== undefined) break;
      fresh.unshift(callback);
    }
    this.#begin(state, fresh);
  }

  /**
   * Continues with a restored state. What was finished in its snapshot stays so. A callback that was under way is sent
   * again, because the state from which it was sent is gone with its outcome.
   */
  restore(state: State): void {
    this.#current = state;
    this.#lastTo = new Map();
    this.#begin(
      state,
      [...allCallbacks(state)].filter(({ outcome }) => outcome === undefined || outcome === 'posting'),
    );
  }

  /** A callback with its outcome so far. */
  outcomeOf = (state: State, callback: Callback): SentCallback => {
    const { outcome = 'kept' } = allCallbacks(state).get(callback.id) ?? callback;
    return { ...callback, outcome };
  };

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

  #begin(state: State, callbacks: readonly Callback[]): void {
    this.#current ??= state;
    for (const callback of callbacks) {
      const isSent = this.#webhooks.receives(callback.url) || isMessageScript(state, callback);
      setOutcome(state, callback, isSent ? 'posting' : 'kept');
      if (isSent) this.#queue(state, callback);
    }
  }

  #queue(state: State, callback: Callback): void {
    const { url } = callback;
    const lastTo = this.#lastTo;
    const before = lastTo.get(url) ?? Promise.resolve();
    const sent = before
      .then(() => (state === this.#current ? this.#send(state, callback) : undefined))
      .then(() => {
        if (lastTo.get(url) === sent) lastTo.delete(url);
      });
    lastTo.set(url, sent);
  }

  async #send(state: State, callback: Callback): Promise<void> {
    if (isMessageScript(state, callback)) {
      setOutcome(state, callback, { status: 200 });
      await this.#runMessage(state, callback, heldDocument(state, callback.url)?.text ?? '');
      return;
    }
    const isDocument = asksForDocument(callback);
    for (let attempts = 1; ; attempts++) {
      const { outcome, body } = await this.#attempt(state, callback);
      const tried = attempts > 1 && { attempts };
      setOutcome(state, callback, { ...outcome, ...tried });
      const status = 'status' in outcome ? outcome.status : 0;
      if (status === 200 && isDocument) await this.#runMessage(state, callback, Buffer.from(body).toString('utf8'));
      // A recording that does not have the request has no answer to a second attempt either.
      const isMiss = 'isMiss' in outcome;
      const isDone = (status >= 200 && status < 300) || isDocument || isMiss || !this.#webhooks.reaches(callback.url);
      if (isDone || attempts === MAX_ATTEMPTS || state !== this.#current) return;
    }
  }

  async #attempt(state: State, callback: Callback): Promise<{ outcome: Exclude<Outcome, string>; body: Uint8Array }> {
    const limits = { timeoutMs: timeLimitOf(callback.url).ms, maxBytes: MAX_BYTES };
    const request = signed(state, wireRequest(callback), signatureOf(callback));
    try {
      const { status, body } = await this.#webhooks.send(callback.event, request, limits);
      return { outcome: { status }, body };
    } catch (error) {
      const isMiss = error instanceof TransportFault && error.kind === 'miss';
      const outcome = {
        error: error instanceof Error ? error.message : String(error),
        ...(isMiss && { isMiss: true as const }),
      };
      return { outcome, body: new Uint8Array() };
    }
  }

  async #runMessage(state: State, callback: Callback, text: string): Promise<void> {
    try {
      await answerMessage(state, callback, text);
    } catch (error) {
      const outcome = { error: error instanceof Error ? error.message : String(error) };
      setOutcome(state, callback, outcome);
    }
    this.#sendRequests(state);
    this.send(state);
  }
}

/** The state may have forgotten the callback in the meantime. */
function setOutcome(state: State, { id }: Callback, outcome: Outcome): void {
  const stored = allCallbacks(state).get(id);
  if (stored) allCallbacks(state).replace({ ...stored, outcome });
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
