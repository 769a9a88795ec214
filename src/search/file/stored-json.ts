import { isPlain } from '../../util/index.js';

const LONGEST = 65_536;

function parsed(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // invalid JSON is ignored
  }
}

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
