import { SIZE_LIMITS } from '../util/index.js';
import { type FaultKind, type Transport, TransportFault, type WireRequest, type WireResponse } from './transport.js';

interface FetchOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/**
 * Sends requests with the `fetch` of the runtime, which needs no module of Node.js. `fetch` does not report whether a failed
 * request was sent, so only requests that may be sent twice are repeated.
 */
export function fetchTransport(options: FetchOptions = {}): Transport {
  const { timeoutMs = 30_000, maxBytes = SIZE_LIMITS.response.max } = options;
  return {
    async send(request) {
      const { signal } = request;
      if (signal?.aborted)
        throw new TransportFault('aborted', 'aborted before it was sent', { cause: signal.reason, sent: false });
      const stop = new AbortController();
      const end = (kind: FaultKind, message: string, cause?: unknown) =>
        stop.abort(new TransportFault(kind, message, { cause, sent: true }));
      const onAbort = () => end('aborted', 'aborted', signal?.reason);
      const limit = request.timeoutMs ?? timeoutMs;
      const timer = setTimeout(() => end('timeout', `no complete response within ${limit} ms`), limit);
      signal?.addEventListener('abort', onAbort);
      try {
        return await answered(request, stop, Math.min(request.maxBytes ?? maxBytes, maxBytes));
      } catch (error) {
        throw faultOf(error, stop.signal);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

async function answered(
  { url, method, headers, body }: WireRequest,
  stop: AbortController,
  maxBytes: number,
): Promise<WireResponse> {
  // Redirects are responses: the credentials are for one host only. Cookies of a page are not for the platform.
  const response = await fetch(url, {
    ...{ method, headers: { ...headers }, signal: stop.signal, redirect: 'manual', credentials: 'omit' },
    ...(body !== undefined && { body: body as string }),
  });
  if (response.type === 'opaqueredirect')
    throw new TransportFault('not_allowed', 'the server redirected the request; redirects are not followed', {
      sent: true,
    });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > maxBytes)
      stop.abort(new TransportFault('too_large', `the response has more than ${maxBytes} bytes`, { sent: true }));
    if (stop.signal.aborted) throw stop.signal.reason;
    chunks.push(part.value);
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body: joined(chunks, bytes) };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const all = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    all.set(chunk, end);
    end += chunk.length;
  }
  return all;
}

/** Codes of Node.js for connections that were not made. A browser does not tell. */
const NOTHING_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function faultOf(error: unknown, stopped: AbortSignal): TransportFault {
  if (stopped.aborted && stopped.reason instanceof TransportFault) return stopped.reason;
  if (error instanceof TransportFault) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code = '', message = String(cause) } = cause as { code?: unknown; message?: string };
  const isRefused = NOTHING_SENT.test(String(code));
  return new TransportFault(
    isRefused ? 'refused' : 'reset',
    `${isRefused ? 'could not connect' : 'the connection failed'}: ${message || code}`,
    { cause },
  );
}
