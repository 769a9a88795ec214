import { LOST, withoutSecret, withSecret } from '../engine/acts/sealed.js';
import { readCxml } from '../engine/cxml/read-cxml.js';
import type { DocumentSource } from '../engine/document/call-document.js';
import { readSwml, WRONG_LANGUAGE } from '../engine/document/read-source.js';
import { continueRun } from '../engine/run/advance.js';
import { keepExchanges, requestMoments } from '../engine/run/requests.js';
import type { Exchange } from '../engine/run/story.js';
import { StoryLog } from '../engine/run/story-log.js';
import { latestCallback } from '../outbound/callbacks.js';
import { isHttpUrl, notSent } from '../outbound/outbound-request.js';
import { found } from '../respond/response.js';
import { allRuns, type PendingRequest, pendingRequests } from '../runs/call-run.js';
import type { State } from '../state/state.js';
import { heldDocument } from '../subjects/fabric/store/stored-document.js';
import { exchange } from './fetch-document.js';
import { signed } from './sign.js';
import type { WebhookSender } from './webhook-sender.js';

interface Order {
  /** Sends the callbacks so far, and resolves when they have arrived. Undefined without any. */
  before(state: State): Promise<unknown> | undefined;
  /** Called after each response: time may continue. */
  onResponse(state: State): void;
}

/** Sends the requests of running documents to servers on this machine, each in parallel and with its own time limit. */
export class RequestSender {
  /** Keyed by state, so that a restored state sends again the requests that its snapshot was waiting for. */
  readonly #sent = new WeakMap<State, Map<string, Promise<void>>>();
  readonly #webhooks: WebhookSender;
  readonly #warn: (line: string) => void;

  readonly #order: Order;

  constructor(webhooks: WebhookSender, warn: (line: string) => void, order: Order) {
    this.#webhooks = webhooks;
    this.#warn = warn;
    this.#order = order;
  }

  send(state: State): void {
    const sent = this.#sent.get(state) ?? new Map<string, Promise<void>>();
    this.#sent.set(state, sent);
    for (const pending of pendingRequests(state)) {
      if (sent.has(pending.id)) continue;
      const delivery = this.#inOrder(state, pending)
        .catch((error: unknown) => this.#warn(`the response from ${pending.request.url} failed: ${String(error)}`))
        .finally(() => {
          sent.delete(pending.id);
          // The document may send its own requests.
          this.#order.onResponse(state);
        });
      sent.set(pending.id, delivery);
    }
  }

  /** The callbacks that happened before reach their servers first. */
  async #inOrder(state: State, pending: PendingRequest): Promise<void> {
    await this.#order.before(state);
    await deliver(state, pending, this.#webhooks);
  }

  /** Resolves when a request of any call has its response. Undefined without one. */
  next(state: State): Promise<unknown> | undefined {
    this.send(state);
    const sent = this.#sent.get(state);
    return sent && sent.size > 0 ? Promise.race(sent.values()) : undefined;
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
  const exchanges = held
    ? [{ ...NO_RESPONSE, method: request.method, url: request.url, ...held, text: filledIn(held.text, request) }]
    : await followRedirects(state, pending, webhooks);
  const response = found(exchanges.at(-1));
  const isAudio = document === 'swml' && /^audio\//i.test(response.type);
  const isRead = document !== null && response.problem === null && !isAudio;
  const read = isRead ? await READERS[document](response).catch(unreadable) : undefined;
  const source = isAudio ? soundAt(response.url) : read && 'source' in read ? read.source : null;
  const problem = read && 'problem' in read ? problemOf(response.url, read.problem, response) : response.problem;
  pendingRequests(state).delete(pending.id);
  receive(state, pending, [...exchanges.slice(0, -1), { ...response, problem }], source);
}

/** Hold music may be a sound instead of a document. */
const soundAt = (url: string): DocumentSource => ({
  ...{ language: 'swml', url },
  value: { sections: { main: [{ play: { url } }] } },
});

const MAX_REDIRECTS = 3;

/** Sends a request. A request of cXML follows redirects, without the parameters of its verb. */
async function followRedirects(
  state: State,
  { request: first, document, signature, redirected, timeout_ms, secret }: PendingRequest,
  webhooks: WebhookSender,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  let request = first;
  for (;;) {
    const event = document === null ? 'call request' : 'call document';
    const form = signature ?? null;
    const shown = signed(state, request, form);
    const body = secret && withSecret(state.cards, request.body ?? '', secret);
    if (secret && body === undefined)
      return [
        ...exchanges,
        { ...NO_RESPONSE, method: shown.method, url: shown.url, type: '', text: '', problem: LOST },
      ];
    const hidden = secret && {
      request: signed(state, { ...request, body: body ?? '' }, form),
      cut: (text: string) => withoutSecret(state.cards, text, secret),
    };
    const response = await exchange(event, shown, timeout_ms, webhooks, hidden);
    const to = redirectOf(response);
    if (to === undefined || redirected === undefined) return [...exchanges, response];
    const problem = refusal(to, exchanges.length, webhooks);
    if (problem !== undefined) return [...exchanges, { ...response, problem }];
    const isAgain = (response.status === 307 || response.status === 308) && request.method === 'POST';
    const without = redirected.without.join(', ');
    const lost = `${request.url} redirects to ${to}, which is requested without ${without}`;
    exchanges.push({ ...response, problem: without === '' ? null : lost });
    request = isAgain
      ? { method: 'POST', url: to, headers: request.headers, body: redirected.body }
      : { method: 'GET', url: to, headers: {} };
  }
}

function redirectOf({ status, url, headers }: Exchange): string | undefined {
  if (status === null || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const { location = '' } = headers;
  return location !== '' && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

function refusal(to: string, redirects: number, webhooks: WebhookSender): string | undefined {
  if (!isHttpUrl(to)) return `the redirect to ${to} is not an http or https URL`;
  if (!webhooks.reaches(to)) return notSent(to);
  return redirects < MAX_REDIRECTS ? undefined : `more than ${MAX_REDIRECTS} redirects, the last to ${to} (11215)`;
}

/** Why a server gave no document, as cXML numbers it. */
function codeOf({ status, problem }: Exchange): number {
  const [, code] = /\((\d{5})\)/.exec(problem ?? '') ?? [];
  if (code !== undefined) return Number(code);
  return status === null ? 11200 : status >= 400 ? 11217 : 12300;
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

/** A reader that fails must not leave the call without an answer. */
const unreadable = (error: unknown) => ({
  problem: `the document cannot be read: ${error instanceof Error ? error.message : String(error)}`,
});

const WEB_PAGE = 'the response is a web page, not a document for a call';

const problemOf = (url: string, problem: string, { text }: Exchange): string => {
  const isPage = /^\s*<(!doctype\s+html|html)[\s>]/i.test(text);
  return isPage ? `${url}: ${WEB_PAGE}` : /^cannot parse/.test(problem) ? problem : `${url}: ${problem}`;
};

function receive(
  state: State,
  pending: PendingRequest,
  exchanges: readonly Exchange[],
  source: DocumentSource | null,
): void {
  const { run_id, token, at } = pending;
  const run = allRuns(state).get(run_id);
  const response = exchanges.at(-1);
  if (!run || !response) return;
  const { outcome } = run;
  // The step of a call that ended does not read the response, so its problem is reported here.
  const read = outcome === null ? exchanges.slice(0, -1) : exchanges;
  const problems = [...run.problems, ...read.flatMap(({ problem }) => problem ?? [])];
  const stored = exchanges.map((one) => (one === response ? one : { ...one, problem: null }));
  const story = new StoryLog(run, () => latestCallback(state));
  for (const moment of requestMoments(run, stored, pending)) story.add(moment);
  allRuns(state).replace({ ...run, moments: story.moments, ...keepExchanges({ ...run, problems }, stored) });
  const code = source === null && response.problem !== null ? { code: codeOf(response) } : {};
  continueRun(state, run_id, token, { kind: 'response', response, source, ...code }, at);
}
