import type { CassetteEntry } from './format.js';

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
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** What the other side did, as a recorded fault; nothing for what this side did itself: an abort, a wrong argument. */
export function faultOfError(error: Error & { code?: unknown }): CassetteEntry['fault'] {
  const code = String(error.code ?? '');
  if (NOTHING_SENT.has(code)) return 'refused';
  if (/^HPE_/.test(code) || BROKEN.has(code)) return 'reset';
  return /TIMEOUT|ETIMEDOUT/.test(code) ? 'timeout' : undefined;
}
