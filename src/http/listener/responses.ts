import { STATUS_CODES } from 'node:http';
import type { WireResponse } from '../transport.js';

export const statusText = (status: number): string => STATUS_CODES[status] ?? '';

/** Creates the response to a request that never reaches the transport, in the format that its clients expect. */
export type Refusal = (status: number, reason: string, path: string) => WireResponse;

export const plainRefusal: Refusal = (status, error) => jsonResponse(status, { error });

/** A complete response as Latin-1 text, for a connection without a request to answer. */
export function refusalBytes({ status, headers, body }: WireResponse): string {
  const fields = { ...headers, 'content-length': `${body.length}`, connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${statusText(status)}\r\n${head.join('')}\r\n${Buffer.from(body).toString('latin1')}`;
}

export function parseFailure({ code }: NodeJS.ErrnoException): readonly [status: number, reason: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'the headers are too long'];
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, 'the chunk extensions are too long'];
  return [400, 'this is not an HTTP request'];
}

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
