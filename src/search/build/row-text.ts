import { STOP_WORDS } from '../rank/words.js';

const MAX_KEYWORDS = 10;

export const plainWords = (content: string): string =>
  content
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/[#*_`>|~]+|\s+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

export function keywordsOf(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,40}/gu) ?? [])
    if (!STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word);
}

export function metadataText(
  section: string,
  tags: readonly string[],
  metadata: Readonly<Record<string, unknown>>,
): string {
  const values = Object.values(metadata).filter((value) => typeof value === 'string' || Array.isArray(value));
  return [...new Set([section, ...tags, ...values.flat().map(String)])].join(' ').toLowerCase();
}
