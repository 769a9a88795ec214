import { retryAfterSeconds, TransportFault, type WireResponse } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import type { Planned } from '../request/plan.js';
import { PlatformRestError } from './error.js';
import { readErrorBody } from './error-body.js';

interface Failure {
  readonly response?: WireResponse;
  readonly fault?: TransportFault & { attempts?: number };
  readonly attempts?: number;
  /** Why a successful response could not be parsed. */
  readonly cause?: unknown;
}

const REQUEST_ID = ['x-request-id', 'request-id', 'x-amzn-requestid'];

export function failed(planned: Planned, secrets: SecretCutter, failure: Failure): PlatformRestError {
  const { operation, words, method, row } = planned;
  const { response, fault, attempts, cause } = failure;
  const body = response && decoded(response, secrets);
  const { code, errors } = readErrorBody(body);
  const url = secrets.text(planned.url);
  const status = response?.status ?? 0;
  const call = `${operation}(${words.map((word) => `'${short(word, MAX_WORD)}'`).join(', ')})`;
  const outcome = fault?.kind === 'not_allowed' ? 'was not sent' : 'failed';
  const message = `${call} ${outcome}: ${status === 0 ? '' : `${status} `}${short(reason(failure, errors), MAX_REASON)} (${method} ${short(new URL(url).pathname, MAX_PATH)})${row.also && (status === 404 || status === 405) ? otherMethod(row.also) : ''}`;
  const details = {
    status,
    errors,
    operation,
    method,
    url,
    body,
    attempts: attempts ?? fault?.attempts ?? 1,
    ...optional('code', fault ? fault.kind : cause === undefined ? code : 'undecodable'),
    ...optional('request_id', response && requestIdOf(response.headers, secrets)),
    ...optional('retry_after', response && retryAfterSeconds(response.headers)),
  };
  // The reason of the signal is the caller's own value.
  const reasonToAbort = fault?.kind === 'aborted' ? fault.cause : undefined;
  return new PlatformRestError(secrets.text(message), details, {
    cause: reasonToAbort ?? withoutSecrets(fault ?? cause, secrets),
  });
}

/** The id by which the support of the platform finds a request. */
export function requestIdOf(headers: WireResponse['headers'], secrets: SecretCutter): string | undefined {
  const id = REQUEST_ID.map((name) => headers[name]).find((one) => one !== undefined);
  return id === undefined ? undefined : secrets.text(id);
}

// The whole response is in `body`. Most programs print the message of an error that they do not handle.
const MAX_WORD = 80;
const MAX_REASON = 500;
const MAX_PATH = 200;
const MAX_CAUSE = 500;

const short = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

const otherMethod = (also: string) =>
  `. If the id is correct, the platform may require ${also}, which the public description has for this operation`;

/** It also removes a byte order mark. */
const UTF_8 = new TextDecoder();
export const textOf = ({ body }: WireResponse): string => UTF_8.decode(body);

function reason({ response, fault, cause }: Failure, errors: ReturnType<typeof readErrorBody>['errors']): string {
  if (fault) return fault.message;
  if (cause !== undefined) return 'the response is not JSON';
  const [first] = errors;
  if (first) {
    const about = first.attribute && !first.message.includes(first.attribute) ? `${first.attribute}: ` : '';
    return `${about}${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`;
  }
  const elsewhere = response && response.status < 400 ? response.headers.location : undefined;
  return elsewhere ? `redirected to ${elsewhere}; redirects are not followed` : 'the response contains no reason';
}

function decoded(response: WireResponse, secrets: SecretCutter): unknown {
  const text = textOf(response);
  try {
    return secrets.value(JSON.parse(text));
  } catch {
    // Not JSON, for example an HTML page from a proxy. Keep enough of it to identify the source.
    return secrets.text(text).slice(0, 2000);
  }
}

/** Copies an error and its causes without secrets, which a parser's error or a message of V8 can contain. */
function withoutSecrets(cause: unknown, secrets: SecretCutter, depth = 3): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? secrets.text(cause) : undefined;
  const below = depth > 0 ? withoutSecrets(cause.cause, secrets, depth - 1) : undefined;
  const options = below === undefined ? {} : { cause: below };
  const message = short(secrets.text(cause.message), MAX_CAUSE);
  if (cause instanceof TransportFault) return new TransportFault(cause.kind, message, { ...options, sent: cause.sent });
  const copy = Object.assign(new Error(message, options), { name: cause.name });
  const { code } = cause as Error & { code?: unknown };
  return typeof code === 'string' ? Object.assign(copy, { code: secrets.text(code) }) : copy;
}

const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };
