import type { WireResponse } from '../../http/index.js';
import { codeOfStatus, type FailureCode, GatewayError } from './gateway-error.js';
import type { McpResult } from './peer.js';

type Headers = Readonly<Record<string, string>>;

export function json(status: number, content: unknown, headers: Headers = {}): WireResponse {
  const body = Buffer.from(JSON.stringify(content));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export const failure = (code: FailureCode, error: string, headers: Headers = {}): WireResponse =>
  json(new GatewayError(code, error).status, { error, code }, headers);

export const refusal = (status: number, error: string) => ({ ...failure(codeOfStatus(status), error), status });

export const unauthorized = () =>
  failure('unauthorized', 'send the token of the gateway, or a user name and a password', {
    'www-authenticate': 'Basic realm="mcp-gateway"',
  });

/** Formats a result as one text: all parts in order, with a short description of those that are not text. */
export function resultAsText({ content, structuredContent }: McpResult): string {
  const parts = content.map(partAsText).filter((text) => text !== '');
  if (parts.length > 0) return parts.join('\n\n');
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent);
}

function partAsText(part: McpResult['content'][number]): string {
  const { type, text, mimeType, data, name, uri, resource } = part;
  if (type === 'text') return String(text ?? '');
  const kind = typeof mimeType === 'string' ? mimeType : 'of an unknown type';
  if (typeof data === 'string') return `[${type}: ${kind}, ${Math.floor((data.length * 3) / 4)} bytes]`;
  if (type === 'resource_link') return `[${[name, uri].filter((word) => typeof word === 'string').join(': ')}]`;
  if (type !== 'resource' || typeof resource !== 'object' || resource === null) return `[${type}]`;
  const { text: inside, uri: address }: { text?: unknown; uri?: unknown } = resource;
  return typeof inside === 'string' ? inside : `[resource: ${String(address ?? 'without a name')}]`;
}
