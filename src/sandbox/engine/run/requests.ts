import { isHttpUrl, notSent, timeLimitOf } from '../../outbound/outbound-request.js';
import { isRecord } from '../../request/read-json.js';
import { type CallRun, type DocumentUrl, type PendingRequest, pendingRequests } from '../../runs/call-run.js';
import { notifyRun } from '../../runs/notify-run.js';
import { type HeldDocument, heldDocument, isStored } from '../../subjects/fabric/store/stored-document.js';
import { between } from '../../time/clock.js';
import { documentRequest, standardFields } from '../cxml/cxml-request.js';
import { readJsonSource } from '../document/read-source.js';
import type { ActiveRun } from './active-run.js';
import type { Outcome } from './outcome.js';
import type { Exchange, StoryMoment } from './story.js';

type Data = Readonly<Record<string, unknown>>;
type Ready = PendingRequest['request'];

/** In milliseconds. The platform does not publish the time limit of SWML documents. */
const DOCUMENT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;

/** Requests a document, as the platform does for its language. The run waits for it. */
export function requestDocument(active: ActiveRun, to: DocumentUrl, params: Data, data: Data): void {
  const base = active.frames.at(-1)?.document.url ?? undefined;
  if (!URL.canParse(to.url, base)) {
    const token = active.wait('document', null, data);
    refuse(active, token, ready(to, {}), `${to.url} is not an http or https URL`);
    return;
  }
  const url = new URL(to.url, base).href;
  const token = active.wait('document', null, data);
  const held = to.language === 'swml' ? heldDocument(active.state, url) : undefined;
  const json = held?.problem === null ? storedSource(held, url) : undefined;
  if (held && (json || held.problem !== null)) {
    const problem = json && 'problem' in json ? json.problem : held.problem;
    const webhook = { ...NO_RESPONSE, method: to.method, url, body: '', type: held.type, text: held.text, problem };
    arrive(active, token, webhook, json && 'source' in json ? json.source : null);
    return;
  }
  if (to.language === 'cxml') sendForCxml(active, token, { ...to, url }, params, 'cxml');
  else
    send(active, token, {
      request: ready({ ...to, url }, documentFields(active, params)),
      document: 'swml',
      signature: active.message ? 'message' : 'call',
      timeout_ms: DOCUMENT_TIMEOUT_MS,
    });
}

/** Sends a request of a step whose call has ended. Its response is stored, and not executed. */
export function requestUnread(active: ActiveRun, to: DocumentUrl, params: Data): void {
  const base = active.frames.at(-1)?.document.url ?? undefined;
  const url = URL.canParse(to.url, base) ? new URL(to.url, base).href : to.url;
  sendForCxml(active, NO_TOKEN, { ...to, url }, params, null);
}
const NO_TOKEN = -1;

function sendForCxml(
  active: ActiveRun,
  token: number,
  { url, method }: DocumentUrl,
  fields: Data,
  document: 'cxml' | null,
): void {
  const { state, message, at } = active;
  const standard = message ?? standardFields(state, active.call, at);
  const limit = timeLimitOf(url);
  if (limit.problem !== undefined) active.problem(limit.problem);
  const request = documentRequest(url, method, { ...standard, ...fields });
  const { body = '' } = documentRequest(url, 'POST', standard);
  send(active, token, {
    ...{ request, document, signature: 'cxml', timeout_ms: limit.ms },
    redirected: { body, without: Object.keys(fields) },
  });
}

/** A document that is stored as an object needs no parser, and its steps are derived only once. */
const storedSource = ({ value, text }: HeldDocument, url: string) =>
  isRecord(value) ? { source: { language: 'swml', url, value } as const } : readJsonSource(text, url);

/** Sends the request of a step. The step resumes with the response. */
export function sendRequest(active: ActiveRun, { request, data }: Extract<Outcome<object>, { do: 'request' }>): void {
  const token = active.wait('response', null, data);
  const isCxml = active.frame.document.language === 'cxml';
  const signature = active.message ? 'message' : isCxml ? 'cxml' : undefined;
  send(active, token, { timeout_ms: REQUEST_TIMEOUT_MS, ...(signature && { signature }), ...request });
}

type Sent = Omit<PendingRequest, 'id' | 'run_id' | 'token' | 'at' | 'step'>;

/** Only servers on this machine are contacted, in the background. */
function send(active: ActiveRun, token: number, sent: Sent): void {
  const { state, run } = active;
  const { url } = sent.request;
  if (!isHttpUrl(url)) {
    refuse(active, token, sent.request, `${url} is not an http or https URL`);
    return;
  }
  const isHeld = sent.document !== null && isStored(state, url);
  if (!state.network.reaches(url) && !isHeld) {
    const problem = notSent(url);
    refuse(active, token, sent.request, problem, { isOffline: true });
    return;
  }
  const pending = { id: state.ids.uuid(), run_id: run.id, token, at: active.at, step: stepOf(active), ...sent };
  pendingRequests(state).add(pending);
}

/** The index of the step that runs. Null before the first step. */
function stepOf({ frames }: ActiveRun): number | null {
  const { entry = -1 } = frames.at(-1) ?? {};
  return entry < 0 ? null : entry;
}

const NO_RESPONSE = { status: null, type: '', text: '', headers: {} } as const;

function refuse(active: ActiveRun, token: number, { method, url, body = '' }: Ready, problem: string, more = {}): void {
  arrive(active, token, { ...NO_RESPONSE, method, url, body, problem, ...more }, null);
}

/** A response that is known at once. The step resumes after the others that are due at this time. */
function arrive(active: ActiveRun, token: number, response: Exchange, source: unknown): void {
  const { state, run, at, story } = active;
  for (const moment of requestMoments(run, [response], { at, step: stepOf(active) })) story.add(moment);
  Object.assign(run, keepExchanges(run, [response]));
  notifyRun(state, run.id, { kind: 'response', response, source: source as never }, at, token); // From `readJsonSource`.
}

/** The moments of requests that are added to a run. */
export const requestMoments = (
  { webhooks, started_at }: Pick<CallRun, 'webhooks' | 'started_at'>,
  added: readonly Exchange[],
  { at, step }: Pick<PendingRequest, 'at' | 'step'>,
): StoryMoment[] =>
  added.map((_, index) => ({
    ...{ time: between(started_at, at) / 1000, step: step ?? null },
    request: webhooks.length + index,
  }));

/** In characters: the limit for the bodies that a call keeps. */
const MAX_EXCHANGED = 2 ** 25;
const TOO_MUCH = `the requests of the call exceed ${MAX_EXCHANGED.toLocaleString('en-US')} characters, so the bodies of later ones are not kept`;

/** Adds exchanges to a run. Beyond the limit, they have no bodies. */
export function keepExchanges(
  { webhooks, problems, counters }: Pick<CallRun, 'webhooks' | 'problems' | 'counters'>,
  exchanges: readonly Exchange[],
): Pick<CallRun, 'webhooks' | 'problems' | 'counters'> {
  const before = counters.exchanged ?? 0;
  let exchanged = before;
  const kept = exchanges.map((one) => {
    exchanged += one.body.length + one.text.length;
    return exchanged > MAX_EXCHANGED ? { ...one, body: '', text: '' } : one;
  });
  return {
    webhooks: [...webhooks, ...kept],
    problems: before <= MAX_EXCHANGED && exchanged > MAX_EXCHANGED ? [...problems, TOO_MUCH] : problems,
    counters: { ...counters, exchanged },
  };
}

const documentFields = ({ scope, vars, message }: ActiveRun, params: Data): Data => ({
  ...(message ? scope.call : { call: scope.call }),
  vars,
  envs: scope.envs,
  params,
});

function ready({ url, method }: DocumentUrl, fields: Data): Ready {
  if (method === 'GET') return { method, url, headers: {} };
  return { method, url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}
