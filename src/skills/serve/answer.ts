import type { WireResponse } from '../../http/index.js';

export function json(status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(content)),
  };
}
