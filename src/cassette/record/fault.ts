import type { CassetteEntry } from '../format/schema.js';

export type Fault = NonNullable<CassetteEntry['fault']>;

const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);
/** The server's certificate is not trusted, or the server does not support TLS. */
const UNTRUSTED = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

/** The recorded form of a failed attempt. Undefined if there was no attempt, for example after an invalid argument. */
export function faultOfError(error: unknown): Pick<CassetteEntry, 'fault' | 'code'> | undefined {
  const code = codeOf(error) ?? '';
  const fault = kindOf(code);
  return fault && { fault, code };
}

/** The code of an error or of its cause. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, name } = error as Error & { code?: unknown };
  // undici's parser error has no code if the first characters are invalid.
  if (code === undefined && name === 'HTTPParserError') return 'HPE';
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : codeOf(error.cause);
}

function kindOf(code: string): Fault | undefined {
  if (NOTHING_SENT.has(code) || UNTRUSTED.test(code)) return 'refused';
  if (code.startsWith('HPE') || BROKEN.has(code)) return 'reset';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too_large';
  return /TIMEOUT|ETIMEDOUT/.test(code) ? 'timeout' : undefined;
}
