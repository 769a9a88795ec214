import type { CassetteEntry } from '../../cassette/index.js';
import { jsonOf } from '../../util/index.js';
import { type FoundRequest, plainUrl } from './found-request.js';
import type { LeftOutCredentials } from './left-out-credentials.js';

/** The parts of a request as a log or a snippet names them. */
export interface DraftRequest {
  readonly place: string;
  readonly method: string;
  readonly address: string;
  readonly type?: string | undefined;
  /** A text, or the value that JSON encodes. */
  readonly sent?: unknown;
  readonly status?: number | undefined;
  readonly received?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The code or the text of the error that the program reported in place of a response. */
  readonly error?: string | undefined;
  readonly startedMs?: number | undefined;
}

/** Undefined if the address is not a URL. A variable such as `{{base}}` in the place of the host becomes a host. */
export function requestOf(draft: DraftRequest, credentials: LeftOutCredentials): FoundRequest | undefined {
  const { place, method, type, sent, status, received, headers, error, startedMs } = draft;
  const url = absolute(draft.address);
  if (!/^[A-Za-z]+$/.test(method) || !URL.canParse(url) || !/^https?:/i.test(url)) return undefined;
  credentials.address(url);
  const body = bytesOf(sent);
  const answer = bytesOf(received) ?? Buffer.alloc(0);
  const isAnswered = status !== undefined && status >= 100 && status <= 999;
  return {
    place,
    method: method.toUpperCase(),
    url: plainUrl(url),
    ...(body && { body, type: type ?? typeOf(sent) }),
    ...(isAnswered && { response: { status, headers: headers ?? {}, body: answer } }),
    ...(!isAnswered && error !== undefined && faultOf(error)),
    ...(startedMs !== undefined && !Number.isNaN(startedMs) && { startedMs }),
  };
}

function absolute(address: string): string {
  const named = address.replace(/^(?:https?:\/\/)?\{\{\s*\$?([\w-]+)\s*\}\}(?=[/?:]|$)/, (_, name) => {
    return `https://${String(name).toLowerCase().replaceAll('_', '-')}.invalid`;
  });
  return named.startsWith('/') ? `https://host.invalid${named}` : named;
}

function bytesOf(value: unknown): Buffer | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

export const typeOf = (sent: unknown): string =>
  typeof sent !== 'string' || jsonOf(sent) !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';

const FAULTS: readonly (readonly [RegExp, NonNullable<CassetteEntry['fault']>])[] = [
  [
    /REFUSED|NOT_RESOLVED|ENOTFOUND|EAI_AGAIN|UNREACH|name or service not known|no such host|server misbehaving|getaddrinfo/i,
    'refused',
  ],
  [/(?:failed to|could ?n[o']t) resolve|hostname could not be found/i, 'refused'],
  [/time(?:d)?[ _-]?out|deadline exceeded/i, 'timeout'],
  [/(?:failed to|could ?n[o']t) connect/i, 'refused'],
  [/abort|BLOCKED|cancell?ed/i, 'aborted'],
];

/** Words of programs for an error that has a code elsewhere. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [
    /(?:failed to|could ?n[o']t) resolve|name or service not known|no such host|server misbehaving|getaddrinfo|NameResolutionError|hostname could not be found/i,
    'ENOTFOUND',
  ],
  [/certificate|x509|SSLError|CERTIFICATE_VERIFY_FAILED/i, 'CERT_NOT_TRUSTED'],
  [/read timed? ?out|ReadTimeout/i, 'READ_TIMEOUT'],
  [/time(?:d)? ?out|deadline exceeded/i, 'ETIMEDOUT'],
  [/reset by peer|connection reset|empty reply from server|\bEOF\b/i, 'ECONNRESET'],
  [/\bCORS\b|preflight|Access-Control-/i, 'CORS'],
  [/\bcancell?ed\b/i, 'CANCELLED'],
  [/connection refused|(?:failed to|could ?n[o']t) connect/i, 'ECONNREFUSED'],
];

/** The kind of an error, its code, such as `ECONNRESET`, and its words, which can be in other letters. */
export function faultOf(error: string): Pick<FoundRequest, 'fault' | 'code' | 'message'> {
  const fault = FAULTS.find(([pattern]) => pattern.test(error))?.[1] ?? (error === '' ? 'aborted' : 'reset');
  const own = error.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  const isCode = /^(?:E[A-Z]+|[A-Z]+(?:_[A-Z0-9]+)+|net::ERR_[A-Z0-9_]+)$/.test(error);
  const code = isCode ? own : CODES.find(([pattern]) => pattern.test(error))?.[1];
  const message = error.replace(/[\p{Cc}\p{Zl}\p{Zp}].*/su, '').trim();
  return {
    fault,
    ...(code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code) && { code }),
    ...(!isCode && message !== '' && message.length <= MAX_MESSAGE && { message }),
  };
}

const MAX_MESSAGE = 500;
