import { getSystemErrorMap } from 'node:util';
import type { CassetteEntry } from '../format/schema.js';
import type { Fault } from '../record/fault.js';

/** The most likely code of a fault that was recorded without one. */
const USUAL: Readonly<Record<Fault, string>> = {
  refused: 'ECONNREFUSED',
  reset: 'UND_ERR_SOCKET',
  timeout: 'UND_ERR_HEADERS_TIMEOUT',
  aborted: 'UND_ERR_ABORTED',
  too_large: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
};

const NAMED: Readonly<Record<string, readonly [name: string, message: string]>> = {
  UND_ERR_ABORTED: ['AbortError', 'Request aborted'],
  UND_ERR_BODY_TIMEOUT: ['BodyTimeoutError', 'Body Timeout Error'],
  UND_ERR_CONNECT_TIMEOUT: ['ConnectTimeoutError', 'Connect Timeout Error'],
  UND_ERR_HEADERS_OVERFLOW: ['HeadersOverflowError', 'Headers Overflow Error'],
  UND_ERR_HEADERS_TIMEOUT: ['HeadersTimeoutError', 'Headers Timeout Error'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'ResponseContentLengthMismatchError',
    'Response body length does not match content-length header',
  ],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['ResponseExceededMaxSizeError', 'Response content exceeded max size'],
  UND_ERR_SOCKET: ['SocketError', 'other side closed'],
};

const SYSCALLS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'getaddrinfo',
  ECONNABORTED: 'write',
  ECONNREFUSED: 'connect',
  ECONNRESET: 'read',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENOTFOUND: 'getaddrinfo',
  EPIPE: 'write',
  ETIMEDOUT: 'connect',
};

/** Recreates the error of a recorded attempt, with the same code and shape as the original. */
export function recordedError({ fault = 'reset', code, response, request }: CassetteEntry): Error & { code?: string } {
  const known = code ?? (fault === 'timeout' && response ? 'UND_ERR_BODY_TIMEOUT' : USUAL[fault]);
  const [name, message = ''] = NAMED[known] ?? [];
  if (name !== undefined) return Object.assign(new Error(message), { name, code: known });
  if (known.startsWith('HPE')) {
    const error = Object.assign(new Error('Response does not match the HTTP/1.1 protocol'), {
      name: 'HTTPParserError',
    });
    return known === 'HPE' ? error : Object.assign(error, { code: known });
  }
  const syscall = SYSCALLS[known];
  if (syscall === undefined) return Object.assign(new Error(`recorded: ${known}`), { code: known });
  const errno = [...getSystemErrorMap()].find(([, [name]]) => name === known)?.[0];
  const place = placeOf(request.url, syscall);
  const where = Object.values(place).join(':');
  return Object.assign(new Error(`${syscall} ${known}${where && ` ${where}`}`), {
    ...(errno !== undefined && { errno }),
    code: known,
    syscall,
    ...place,
  });
}

/** An IP address in a URL is either dotted decimal or in brackets; anything else is a host name. */
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;

function placeOf(url: string, syscall: string): object {
  const { hostname, port, protocol } = new URL(url);
  if (syscall === 'getaddrinfo') return { hostname };
  if (syscall !== 'connect' || !ADDRESS.test(hostname)) return {};
  return { address: hostname.replace(/[[\]]/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}
