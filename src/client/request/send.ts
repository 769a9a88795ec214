import {
  isTransportFault,
  sendWithRetries,
  type Transport,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { CUT, type SecretCutter } from '../../redact/index.js';
import { failed, requestIdOf, textOf } from '../errors/failure.js';
import type { CallOptions, Plan, Responded } from '../public-types.js';
import { jsonOf, pairsOf } from './encode.js';
import type { Planned } from './plan.js';

/** The description of each option, by name. `with` accepts these options, and completion offers them. */
export const CALL_OPTIONS: Readonly<Record<keyof CallOptions, string>> = {
  signal: 'Aborts the call when it fires.',
  timeout_ms: 'The time limit for each attempt.',
  retries: 'The maximum number of attempts after the first one.',
  check: '`false` sends fields without validating them.',
  max_items: 'The maximum number of items when you iterate over a list.',
  page_size: 'The page size of lists that do not set one.',
  extra: 'Fields that the types do not declare, sent with the fields of each call.',
  on_request: 'Called before each call, without secrets.',
  on_response: 'Called after each call and its retries, also after a failed one.',
};

export interface Sender {
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: SecretCutter;
  readonly options: CallOptions;
}

/** The value of a response, and the rest of it on demand: few programs read the headers, and redaction takes time. */
export interface Answered<T = unknown> {
  readonly value: T;
  readonly details: () => Details;
}

type Details = Omit<Responded<unknown>, 'value'>;

const FORM = 'application/x-www-form-urlencoded';

export async function sendPlanned(planned: Planned, sender: Sender): Promise<Answered> {
  const { on_request, on_response } = sender.options;
  on_request?.(planOf(planned, sender));
  const begun = performance.now();
  const report = (details: () => Details, error?: Error) => {
    if (!on_response) return;
    const { operation, method } = planned;
    const { status, headers, request_id, attempts } = details();
    const url = sender.secrets.text(planned.url);
    const duration_ms = performance.now() - begun;
    on_response({
      ...{ operation, method, url, status, headers, request_id, attempts, duration_ms },
      ...(error && { error }),
    });
  };
  const { response, attempts } = await answered(planned, sender).catch((fault: unknown) => {
    if (!isTransportFault(fault)) throw fault;
    const error = failed(planned, sender.secrets, { fault });
    report(() => ({ status: 0, headers: {}, request_id: undefined, attempts: error.attempts }), error);
    throw error;
  });
  const details = detailsOf(response, attempts, sender);
  const read = readValue(planned, response);
  if (read.ok) {
    report(details);
    return { value: read.value, details };
  }
  const error = failed(planned, sender.secrets, { response, attempts, cause: read.cause });
  report(details, error);
  throw error;
}

/** The function does not keep the body of the response in memory. */
function detailsOf({ status, headers }: WireResponse, attempts: number, sender: Sender): () => Details {
  return () => ({
    status,
    headers: headersOf(headers, sender),
    request_id: requestIdOf(headers, sender.secrets),
    attempts,
  });
}

const answered = async (planned: Planned, sender: Sender) => {
  const { method, row } = planned;
  const idempotent = method === 'GET' || method === 'PUT' || method === 'DELETE';
  const policy = { retries: sender.options.retries ?? 2, idempotent, spends: row.spends === true };
  return sendWithRetries(sender.transport, toWire(planned, sender), policy);
};

/** A response has no value if its status is not a success, or, with a cause, if its body cannot be read. */
type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly cause?: unknown };

function readValue({ row }: Planned, response: WireResponse): Read {
  if (response.status < 200 || response.status > 299) return { ok: false };
  const isNone = row.gives.kind === 'none';
  if (response.body.length === 0) return { ok: true, value: isNone ? undefined : {} };
  try {
    const answer: unknown = JSON.parse(textOf(response));
    if (isNone) return { ok: true, value: undefined };
    if (typeof answer === 'object' && answer !== null) return { ok: true, value: answer };
    return { ok: false, cause: new SyntaxError('the response is not an object') };
  } catch (cause) {
    return { ok: false, cause };
  }
}

/** The headers of a response, for programs and hooks: without what logs a client in. */
function headersOf(headers: WireResponse['headers'], { secrets }: Sender): WireResponse['headers'] {
  return secrets.value('set-cookie' in headers ? { ...headers, 'set-cookie': CUT } : headers);
}

/** The request that a call sends, as data. The user agent is omitted, because it is the same in every request. */
export function planOf(planned: Planned, sender: Sender): Plan {
  const { operation, method, url, body } = planned;
  const { 'user-agent': _, ...headers } = toWire(planned, sender).headers;
  const shown = { ...headers, authorization: `Basic ${CUT}` };
  return sender.secrets.value({ operation, method, url, headers: shown, ...(body && { body }) });
}

function toWire(
  { operation, row, method, url, body }: Planned,
  { headers, options }: Pick<Sender, 'headers' | 'options'>,
): WireRequest {
  return {
    method,
    url,
    headers:
      body === undefined
        ? headers
        : { ...headers, 'content-type': row.encoding === 'form' ? FORM : 'application/json' },
    ...(body !== undefined && { body: row.encoding === 'form' ? formOf(operation, body) : jsonOf(operation, body) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.timeout_ms !== undefined && { timeoutMs: options.timeout_ms }),
  };
}

const formOf = (operation: string, body: Record<string, unknown>) =>
  new URLSearchParams(pairsOf(operation, body)).toString();
