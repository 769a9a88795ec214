import type { ResourceListRow } from '../../contract.js';
import { hasWords, wordsIn } from '../model/matcher.js';

interface Filter {
  /** Words that a resource has, in any order. */
  readonly text?: string;
  readonly namespace?: string;
}

/** The resources that the list shows. A word can be in any field that the list has read. */
export function filtered(
  rows: readonly ResourceListRow[],
  { text = '', namespace = '' }: Filter,
): readonly ResourceListRow[] {
  const words = wordsIn(text);
  const seen = new Set<string>();
  return rows.filter((row) => {
    if (namespace !== '' && row.namespace !== namespace) return false;
    // The API lists a resource in several namespaces, of which the first one is that of its kind.
    if (seen.has(row.id)) return false;
    seen.add(row.id);
    return words.length === 0 || hasWords(words, [row.namespace, row.title, row.id, ...row.texts].join('\n'));
  });
}
