import type { WireResponse } from '../transport.js';

/** Creates a JSON response. */
export function jsonResponse(
  status: number,
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(content)),
  };
}
