import { CUT } from '../../redact/index.js';
import type { CassetteEntry } from '../format/schema.js';
import type { Asked } from './key.js';

/**
 * Redacts the same query parameters in a request that are redacted in the recording, by name and origin. A replay can
 * then use any key, and does not need to know the recorded one.
 */
export function cutPlaces(entries: readonly CassetteEntry[]): (asked: Asked) => Asked {
  const names = new Map<string, Set<string>>();
  for (const { request } of entries) {
    if (!SPELLINGS.some((spelling) => request.url.includes(spelling))) continue;
    const { origin, searchParams } = new URL(request.url);
    const known = names.get(origin) ?? new Set();
    names.set(origin, known);
    for (const [name, value] of searchParams) if (value === CUT) known.add(name);
  }
  return (asked) => {
    if (names.size === 0 || !URL.canParse(asked.url)) return asked;
    const url = new URL(asked.url);
    const cut = names.get(url.origin);
    const query = [...url.searchParams];
    if (!cut || !query.some(([name, value]) => cut.has(name) && value !== CUT)) return asked;
    const hidden = query.map(([name, value]): [string, string] => [name, cut.has(name) ? CUT : value]);
    url.search = String(new URLSearchParams(hidden));
    return { ...asked, url: url.href };
  };
}

const SPELLINGS = [CUT, encodeURIComponent(CUT)];
