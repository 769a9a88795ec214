import { isPlain } from '../../../contract/parameter-schema.js';

const LONGEST = 65_536;

function parsed(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what cannot be read is as if it were not there
  }
}

/** Tags, of which files hold a list, or a text with commas. */
export function tagsIn(text: string): string[] {
  if (text === '') return [];
  const value = parsed(text);
  if (Array.isArray(value)) return value.filter((tag) => typeof tag === 'string').slice(0, 100);
  return text.startsWith('[') || text.startsWith('{') ? [] : text.split(',').map((tag) => tag.trim());
}

/** Metadata, also of older files, where it is once more inside itself. */
export function metadataIn(text: string): Record<string, unknown> {
  const value = parsed(text);
  if (!isPlain(value)) return {};
  const { metadata, ...rest } = value;
  return isPlain(metadata) ? { ...metadata, ...rest } : value;
}
