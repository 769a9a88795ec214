import { isUnsent } from '../../http/index.js';
import type { CassetteEntry } from '../format/schema.js';

export type Fault = NonNullable<CassetteEntry['fault']>;

const BROKEN = new Set([
  ...'ECONNRESET EPIPE ECONNABORTED UND_ERR_SOCKET UND_ERR_HEADERS_OVERFLOW UND_ERR_RES_CONTENT_LENGTH_MISMATCH'.split(
    ' ',
  ),
]);
/** The server's certificate is not trusted, or the server does not support TLS. */
const UNTRUSTED = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

export function faultOfError(error: unknown): Pick<CassetteEntry, 'fault' | 'code'> | undefined {
  const code = codeOf(error) ?? '';
  const fault = kindOf(code);
  return fault && { fault, code };
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, name } = error as Error & { code?: unknown };
  // undici's parser error has no code if the first characters are invalid.
  if (code === undefined && name === 'HTTPParserError') return 'HPE';
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : codeOf(error.cause);
}

function kindOf(code: string): Fault | undefined {
  if (isUnsent(code) || UNTRUSTED.test(code)) return 'refused';
  if (code.startsWith('HPE') || BROKEN.has(code)) return 'reset';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too_large';
  return /TIMEOUT|ETIMEDOUT/.test(code) ? 'timeout' : undefined;
}
