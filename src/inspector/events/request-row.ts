import type { SessionEvent } from '../../bench/index.js';
import { matchRoute, unknownIn } from '../../client/index.js';
import { attempt, hasTooManyValues, isPlain, jsonOf } from '../../util/index.js';
import type { RequestRow, ShownMessage } from '../contract.js';

/** Of a longer body, the operation is derived from the path. */
const MAX_BODY = 64 * 1024;
const MAX_PATH = 2_000;

type RequestEvent = Extract<SessionEvent, { kind: 'http' | 'webhook' }>;

/** False for events that are not requests, and for look-ups of commands. */
export const isRequest = (event: SessionEvent): event is RequestEvent =>
  event.kind === 'webhook' || (event.kind === 'http' && !event.isLookup);

/** The line of an event in the list. Undefined for what is not a request. */
export function requestRow(id: number, event: SessionEvent): RequestRow | undefined {
  if (!isRequest(event)) return undefined;
  const { method, url, status = null, fault = null, injected, at = null, ms } = event.exchange;
  const isWebhook = event.kind === 'webhook';
  const { operation, warning } = isWebhook ? { operation: event.purpose } : calledIn(event.exchange);
  return {
    id,
    kind: isWebhook ? 'webhook' : 'request',
    at,
    method,
    path: (isWebhook ? url : pathOf(url)).slice(0, MAX_PATH),
    operation: operation ?? null,
    status,
    fault,
    ms: Math.round(ms * 10) / 10,
    ...(injected !== undefined && { injected }),
    ...(warning !== undefined && { warning }),
  };
}

type Called = { readonly operation?: string; readonly warning?: string };

/** The operation of a request, and a likely typo in a field that the platform ignored. */
function calledIn(exchange: Extract<SessionEvent, { kind: 'http' }>['exchange']): Called {
  const { method, url, status = 0, bytes = 0 } = exchange;
  // Bodies are redacted when `raw` is read, which takes longer than everything else here.
  const body = method !== 'GET' && bytes <= MAX_BODY ? (exchange.raw?.request.body ?? '') : '';
  const { pathname, searchParams } = attempt(() => new URL(url)) ?? NO_URL;
  const json = body === '' ? undefined : jsonOf(body);
  const fields = isPlain(json) ? json : {};
  const match = matchRoute(method, pathname, fields);
  if (!match) return {};
  const { operation, row } = match;
  if (status < 200 || status > 299) return { operation };
  const form = json === undefined && body !== '' ? Object.fromEntries(new URLSearchParams(body)) : {};
  const sent = { ...Object.fromEntries(searchParams), ...form, ...fields };
  const typo = unknownIn(row, sent).find((text) => TYPO.test(text));
  return { operation, ...(typo !== undefined && { warning: typo.replace(TYPO, '$1, so it was ignored. $2') }) };
}

/** Other unknown fields can be newer than the API description. */
const TYPO = /^([\w.[\]]+ is not a known field)\. (Did you mean \w+\?)$/;
const NO_URL = { pathname: '', searchParams: new URLSearchParams() };

export const pathOf = (url: string): string => /^https?:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] || '/';

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers and the body of a message, with JSON formatted. A longer body is cut. */
export function shownMessage({ headers, body }: Message, maxBody: number): ShownMessage {
  const text = body.length <= maxBody * 2 ? formatted(body) : body;
  return {
    headers: Object.entries(headers),
    body: text.slice(0, maxBody),
    bytes: Buffer.byteLength(body),
    isCut: text.length > maxBody,
  };
}

function formatted(body: string): string {
  if (!/^\s*[[{]/.test(body) || hasTooManyValues(body)) return body;
  const value = jsonOf(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
}
