import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Transport } from '../../http/index.js';

/**
 * A `fetch` for the SDK whose requests go the way of all our requests: under the egress policy, within a size and a time.
 * An answer is read whole, which suits those to calls; the stream of a server's own messages never ends, and none of
 * them is of use here, so it is declined as a server without one would.
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
