import { isRecord, readJson } from '../../request/read-json.js';
import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import type { Exchange } from '../run/story.js';

const MAX_BODY = 64 * 1024;
const MAX_HEADERS = 64;

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The content type without a header; default: guessed from the body. */
  readonly type?: string;
  readonly seconds: number;
}

/** Sends a request. A body that is not text becomes JSON. */
export function requestOf({ url, method, headers: given, body, type, seconds }: Request): Outcome {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const content = method === 'GET' || body === undefined ? undefined : bodyText(body);
  if (content !== undefined) headers['content-type'] ??= type ?? typeOf(content);
  const sent = { method, url, headers, ...(content !== undefined && { body: content }) };
  const timeout_ms = Math.min(Math.round(seconds * 1000), 60_000);
  return { do: 'request', request: { request: sent, document: null, timeout_ms } };
}

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** The content type is guessed from the first character. */
const typeOf = (body: string): string =>
  /^\s*[{[]/.test(body) ? 'application/json' : /^\s*</.test(body) ? 'text/xml' : 'application/x-www-form-urlencoded';

/** Sets the variables of a response. */
export function storeResponse(
  context: StepContext,
  { status, headers, text, problem }: Exchange,
  saves: boolean,
): void {
  const isFine = status !== null && status >= 200 && status < 300;
  context.set('request_result', isFine ? 'success' : 'failed');
  context.report(status === null ? 'no response' : `status ${status}`);
  if (!isFine) context.fails('relay_script_method_execute_failed', problem ?? `the response status is ${status}`);
  if (status === null) return;
  context.set('request_response_code', status);
  context.set('request_response_headers', Object.fromEntries(Object.entries(headers).slice(0, MAX_HEADERS)));
  context.set('request_response_body', text.slice(0, MAX_BODY));
  if (!saves) return;
  const read = readJson(text);
  if ('problem' in read) context.problem(`the response is not stored in request_response: ${read.problem}`);
  else context.set('request_response', read.value);
  if ('value' in read && !isRecord(read.value)) context.report('the response is not an object');
}
