import type { Exchange, SessionLog } from '../../bench/index.js';
import type { Served } from '../../http/index.js';
import type { CallRequest } from '../contract.js';

type Raw = NonNullable<Exchange['raw']>;

/** The requests to servers of the user that name a call, in the order in which they were sent. */
export const callRequests = (log: SessionLog, call: string): CallRequest[] =>
  [...log.since(0)].flatMap(([id, event]) => {
    if (event.kind !== 'webhook') return [];
    const { method, url, raw } = event.exchange;
    return url.includes(call) || raw?.request.body.includes(call) ? [{ id, method, url }] : [];
  });

interface Ports {
  readonly server: Served;
  readonly origin: string;
  readonly authorization: string;
}

/** Ends a call, as a program does. Returns the status of the API. */
export async function endCall(id: string, { server, origin, authorization }: Ports): Promise<number> {
  const { status } = await server.send({
    method: 'POST',
    url: `${origin}/api/calling/calls`,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'calling.end', id, params: { reason: 'hangup' } }),
  });
  return status;
}

/** Of a list of calls, no link is of use. */
const MAX_CALLS = 4;
/** In characters. */
const MAX_READ = 100_000;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NAMED = new RegExp(`\\b\\w*(?:call_id|callsid)(?:"\\s*:\\s*"|=)(${UUID})\\b`, 'gi');
const OWN = new RegExp(`"(?:id|sid)"\\s*:\\s*"(${UUID})"`, 'g');
const IN_PATH = new RegExp(`/calls/(${UUID})\\b`, 'gi');

/** The ids of the calls that a request is about, by the fields that contain ids of calls. */
export function callsOf(url: string, { request, response }: Raw, operation: string | null): readonly string[] {
  const [sent, received] = [request.body.slice(0, MAX_READ), (response?.body ?? '').slice(0, MAX_READ)];
  const isOfCalls = /^(?:calling|compat\.calls)\./.test(operation ?? '');
  const found = [
    ...url.matchAll(IN_PATH),
    ...`${url}\n${sent}\n${received}`.matchAll(NAMED),
    ...(isOfCalls ? `${sent}\n${received}`.matchAll(OWN) : []),
  ];
  const ids = [...new Set(found.map(([, id = '']) => id))];
  return ids.length > MAX_CALLS ? [] : ids;
}
