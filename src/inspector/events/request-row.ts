import type { SessionEvent } from '../../bench/index.js';
import { operationOf } from '../../client/index.js';
import type { RequestRow } from '../contract.js';

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
  const { method, url, status = null, fault = null, at = null, ms } = event.exchange;
  const isWebhook = event.kind === 'webhook';
  return {
    id,
    kind: isWebhook ? 'webhook' : 'request',
    at,
    method,
    path: (isWebhook ? url : pathOf(url)).slice(0, MAX_PATH),
    operation: isWebhook ? event.purpose : (operationIn(event.exchange) ?? null),
    status,
    fault,
    ms: Math.round(ms * 10) / 10,
  };
}

function operationIn(exchange: Extract<SessionEvent, { kind: 'http' }>['exchange']): string | undefined {
  const { method, url, bytes = 0 } = exchange;
  // Bodies are redacted when `raw` is read, which takes longer than everything else here.
  const body = method !== 'GET' && bytes <= MAX_BODY ? exchange.raw?.request.body : undefined;
  return operationOf({ method, url, headers: {}, ...(body !== undefined && { body }) });
}

export const pathOf = (url: string): string => /^https?:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] || '/';
