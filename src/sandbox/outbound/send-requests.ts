import { readCxml } from '../engine/cxml/read-cxml.js';
import { readSwml, WRONG_LANGUAGE } from '../engine/document/read-source.js';
import { continueRun } from '../engine/run/advance.js';
import { allRuns, type PendingRequest, pendingRequests } from '../engine/run/call-run.js';
import type { Exchange } from '../engine/run/story.js';
import { exchange } from '../ring/fetch-document.js';
import type { State } from '../state/state.js';
import { heldDocument } from '../subjects/fabric/store/stored-document.js';
import type { WebhookSender } from './webhooks.js';

/** Sends the requests of running documents to servers on this machine, each in parallel and with its own time limit. */
export class RequestSender {
  /** Keyed by state, so that a restored state sends again the requests that its snapshot was waiting for. */
  readonly #sent = new WeakMap<State, Map<string, Promise<void>>>();
  readonly #webhooks: WebhookSender;
  readonly #warn: (line: string) => void;

  constructor(webhooks: WebhookSender, warn: (line: string) => void) {
    this.#webhooks = webhooks;
    this.#warn = warn;
  }

  send(state: State): void {
    const sent = this.#sent.get(state) ?? new Map<string, Promise<void>>();
    this.#sent.set(state, sent);
    for (const pending of pendingRequests(state)) {
      if (sent.has(pending.id)) continue;
      const delivery = deliver(state, pending, this.#webhooks)
        .catch((error: unknown) => this.#warn(`the response from ${pending.request.url} failed: ${String(error)}`))
        .finally(() => {
          sent.delete(pending.id);
          // The document may send requests of its own.
          this.send(state);
        });
      sent.set(pending.id, delivery);
    }
  }

  /** Resolves when a request of a run, or of a leg that its step dialled, has its response. Undefined without one. */
  next(state: State, runId: string): Promise<unknown> | undefined {
    this.send(state);
    const sent = this.#sent.get(state);
    const isOwn = (id: string) => id === runId || allRuns(state).get(id)?.parent_id === runId;
    const own = [...pendingRequests(state)].filter(({ run_id }) => isOwn(run_id));
    return own.length > 0 ? Promise.race(own.map(({ id }) => sent?.get(id))) : undefined;
  }

  /** Resolves when all requests have their responses, and the requests that these lead to. */
  async settled(state: State): Promise<void> {
    for (;;) {
      this.send(state);
      const sent = this.#sent.get(state);
      if (!sent || sent.size === 0) return;
      await Promise.all(sent.values());
    }
  }
}

async function deliver(state: State, pending: PendingRequest, webhooks: WebhookSender): Promise<void> {
  const { request, document } = pending;
  const held = document === null ? undefined : heldDocument(state, request.url);
  const response = held
    ? { ...NO_RESPONSE, method: request.method, url: request.url, ...held, text: filledIn(held.text, request) }
    : await exchange(document === null ? 'call request' : 'call document', request, pending.timeout_ms, webhooks);
  const read = document !== null && response.problem === null ? await READERS[document](response) : undefined;
  const source = read && 'source' in read ? read.source : null;
  const problem = read && 'problem' in read ? problemOf(pending.request.url, read.problem, response) : response.problem;
  pendingRequests(state).delete(pending.id);
  receive(state, pending, { ...response, problem }, source);
}

const NO_RESPONSE = { status: null, body: '', headers: {} } as const;
const READERS = {
  swml: ({ text, url }: Exchange) => readSwml(text, url),
  cxml: async ({ text, url }: Exchange) =>
    /^\s*</.test(text) ? readCxml(text, url) : { problem: WRONG_LANGUAGE.cxml },
} as const;

/** Fills in `{{From}}` and other parameters of the request in a stored cXML document. */
function filledIn(text: string, { url, body = '' }: PendingRequest['request']): string {
  if (!text.trimStart().startsWith('<')) return text;
  const fields = new URLSearchParams([...new URL(url).searchParams, ...new URLSearchParams(body)]);
  const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) => escaped(fields.get(name) ?? ''));
}

const WEB_PAGE = 'the response is a web page, not a document for a call';

const problemOf = (url: string, problem: string, { text }: Exchange): string => {
  const isPage = /^\s*<(!doctype\s+html|html)[\s>]/i.test(text);
  return isPage ? `${url}: ${WEB_PAGE}` : /^cannot parse/.test(problem) ? problem : `${url}: ${problem}`;
};

function receive(state: State, { run_id, token }: PendingRequest, response: Exchange, source: unknown): void {
  const run = allRuns(state).get(run_id);
  if (!run || run.outcome !== null) return;
  allRuns(state).replace({ ...run, webhooks: [...run.webhooks, response] });
  const at = state.clock.now().toISOString();
  continueRun(state, run_id, token, { kind: 'response', response, source: source as never }, at); // From `readSwml`.
}
