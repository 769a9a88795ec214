import { isPlain, jsonOf } from '../../util/index.js';

const MAX_LENGTH = 65_536;

const parsed = (text: string): unknown => (text.length > MAX_LENGTH ? undefined : jsonOf(text));

/** Parses tags, which files store as a JSON list or as text with commas. */
export function tagsIn(text: string): string[] {
  if (text === '') return [];
  const value = parsed(text);
  if (Array.isArray(value)) return value.filter((tag) => typeof tag === 'string').slice(0, 100);
  return text.startsWith('[') || text.startsWith('{') ? [] : text.split(',').map((tag) => tag.trim());
}

/** Parses metadata. Older files nest it in another `metadata` object. */
export function metadataIn(text: string): Record<string, unknown> {
  const value = parsed(text);
  if (!isPlain(value)) return {};
  const { metadata, ...rest } = value;
  return isPlain(metadata) ? { ...metadata, ...rest } : value;
}
