import { curlCommand, type SessionEvent, type SessionLog } from '../../bench/index.js';
import { CUT } from '../../redact/index.js';
import type { RequestDetail } from '../contract.js';
import { requestRow, shownMessage } from '../events/request-row.js';
import type { Inspected } from '../inspected.js';
import { callsOf } from './call-requests.js';
import { credentialsOf, forCommand, marksOf } from './credentials.js';
import { NO_CALL, shownCall } from './typed-call.js';

const MAX_BODY = 100_000;

type RequestEvent = Extract<SessionEvent, { kind: 'http' | 'webhook' }>;

/** A request in full, with secrets masked as in the log. Undefined if the log does not have it. */
export async function requestDetail(
  log: SessionLog,
  id: number,
  { sandbox, markKey }: { readonly sandbox: Inspected['sandbox']; readonly markKey: string },
): Promise<RequestDetail | undefined> {
  const event = log.event(id);
  const row = event && requestRow(id, event);
  if (!row || !isRequest(event)) return undefined;
  const { url, method, raw } = event.exchange;
  const request = raw ? shownMessage(raw.request, MAX_BODY) : null;
  const credentials = event.kind === 'http' && raw ? credentialsOf(raw, sandbox) : null;
  return {
    ...{ row, url, request },
    response: raw?.response ? shownMessage(raw.response, MAX_BODY) : null,
    ...{ credentials, marks: raw ? marksOf(raw, markKey) : {} },
    curl: raw && request && !request.isCut ? curlCommand(method, url, forCommand(raw, credentials)) : null,
    ...(event.kind === 'http' && request && !request.isCut ? await shownCall(event) : NO_CALL),
    notRepeatable: notRepeatable(event),
    calls: raw ? callsOf(url, raw, row.operation) : [],
  };
}

const isRequest = (event: SessionEvent | undefined): event is RequestEvent =>
  event?.kind === 'http' || event?.kind === 'webhook';

/** Why a request cannot be sent again, or null. */
export function notRepeatable({ kind, exchange: { url, raw } }: RequestEvent): string | null {
  if (kind === 'webhook') return 'The sandbox sent this request, so you cannot send it again from here.';
  if (!raw) return 'The log no longer has the details of this request, so it cannot be sent again.';
  if (url.includes(CUT) || raw.request.body.includes(CUT))
    return 'The request contains a secret that the log masks. Copy the curl command, and fill in the secret.';
  return null;
}
