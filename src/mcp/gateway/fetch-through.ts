import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Transport } from '../../http/index.js';

/**
 * Returns a `fetch` for the SDK that uses our transport, with its egress policy and limits on size and time. It reads a
 * response completely. The SDK also requests a stream of server messages with GET. That stream never ends and is not
 * used here, so the `fetch` returns 405, as a server without the stream does.
 */
export function fetchThrough(
  transport: Transport,
  { mostBytes, timeoutMs }: { mostBytes: number; timeoutMs: number },
): FetchLike {
  return async (address, { method = 'GET', headers, body, signal } = {}) => {
    if (method === 'GET') return new Response(null, { status: 405 });
    const answer = await transport.send({
      method,
      url: String(address),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      maxBytes: mostBytes,
      timeoutMs,
      allowPrivate: true,
    });
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? Buffer.from(answer.body) : null, { status: answer.status, headers: answer.headers });
  };
}
