import type { McpResult } from './peer.js';

/** Formats a result as one text: all parts in order, with a short description of those that are not text. */
export function toldAsText({ content, structuredContent }: McpResult): string {
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
  if (type === 'resource' && isObject(resource)) {
    return typeof resource.text === 'string'
      ? resource.text
      : `[resource: ${String(resource.uri ?? 'without a name')}]`;
  }
  return `[${type}]`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
