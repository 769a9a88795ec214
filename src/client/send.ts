import {
  retryAfterSeconds,
  sendWithRetries,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from '../http/index.js';
import type { SecretCutter } from '../redact/index.js';
import { PlatformRestError } from './error.js';
import { readErrorBody } from './error-body.js';
import { type Planned, pairsOf } from './plan.js';

export interface CallOptions {
  /** Ends the call when it fires. */
  readonly signal?: AbortSignal;
  /** For each attempt. */
  readonly timeout_ms?: number;
  /** How many attempts may follow the first. */
  readonly retries?: number;
  /** `false` sends fields as they are, without checking them. */
  readonly check?: boolean;
}

/** What sending needs to know besides the request. */
export interface Sender {
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: SecretCutter;
  readonly options: CallOptions;
}

const FORM = 'application/x-www-form-urlencoded';
const REQUEST_ID = ['x-request-id', 'request-id', 'x-amzn-requestid'];

/** Sends one planned request and gives its decoded answer, or throws a PlatformRestError. */
export async function sendPlanned(planned: Planned, sender: Sender): Promise<unknown> {
  const request = toWire(planned, sender);
  const { method, row } = planned;
  const idempotent = method === 'GET' || method === 'PUT' || method === 'DELETE';
  const policy = { retries: sender.options.retries ?? 2, idempotent, spends: row.spends === true };
  let attempted: Awaited<ReturnType<typeof sendWithRetries>>;
  try {
    attempted = await sendWithRetries(sender.transport, request, policy);
  } catch (fault) {
    throw fault instanceof TransportFault ? failed(planned, sender, { fault }) : fault;
  }
  const { response, attempts } = attempted;
  if (response.status < 200 || response.status > 299) throw failed(planned, sender, { response, attempts });
  if (row.gives.kind === 'none') return undefined;
  if (response.body.length === 0) return {};
  try {
    return JSON.parse(textOf(response));
  } catch (cause) {
    throw failed(planned, sender, { response, attempts, cause });
  }
}

export function toWire(
  { row, method, url, body }: Planned,
  { headers, options }: Pick<Sender, 'headers' | 'options'>,
): WireRequest {
  return {
    method,
    url,
    headers:
      body === undefined
        ? headers
        : { ...headers, 'content-type': row.encoding === 'form' ? FORM : 'application/json' },
    ...(body !== undefined && { body: row.encoding === 'form' ? formOf(body) : JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.timeout_ms !== undefined && { timeoutMs: options.timeout_ms }),
  };
}

const formOf = (body: Record<string, unknown>) => new URLSearchParams(pairsOf(body)).toString();

interface Failure {
  readonly response?: WireResponse;
  readonly fault?: TransportFault & { attempts?: number };
  readonly attempts?: number;
  readonly cause?: unknown;
}

function failed(
  { operation, words, method, url }: Planned,
  { secrets }: Sender,
  { response, fault, attempts, cause }: Failure,
): PlatformRestError {
  const body = response && secrets.value(decoded(response));
  const { code, errors } = readErrorBody(body);
  const says = secrets.text(fault ? fault.message : cause !== undefined ? 'the answer is not JSON' : complaint(errors));
  const cleanUrl = secrets.text(url);
  const status = response?.status ?? 0;
  const message = `${operation}(${words.map((word) => `'${word}'`).join(', ')}) failed: ${status || fault?.kind} ${says} (${method} ${new URL(cleanUrl).pathname})`;
  const retryAfter = response && retryAfterSeconds(response.headers);
  const requestId = response && REQUEST_ID.map((name) => response.headers[name]).find((id) => id !== undefined);
  return new PlatformRestError(
    secrets.text(message),
    {
      status,
      errors,
      operation,
      method,
      url: cleanUrl,
      body,
      attempts: attempts ?? fault?.attempts ?? 1,
      ...((fault ?? cause ?? code) !== undefined && {
        code: fault ? fault.kind : cause !== undefined ? 'undecodable' : code,
      }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    } as ConstructorParameters<typeof PlatformRestError>[1],
    { cause: fault ?? cause },
  );
}

function complaint(errors: ReturnType<typeof readErrorBody>['errors']): string {
  const [first] = errors;
  if (!first) return 'no reason given';
  const about = first.attribute && !first.message.includes(first.attribute) ? `${first.attribute}: ` : '';
  return `${about}${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`;
}

const textOf = ({ body }: WireResponse) => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');

function decoded(response: WireResponse): unknown {
  const text = textOf(response);
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: a proxy's page, say. Enough of it to recognise.
    return text.slice(0, 2000);
  }
}
