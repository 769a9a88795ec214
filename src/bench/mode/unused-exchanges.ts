import type { CassetteEntry } from '../../cassette/index.js';

const MOST = 5;

/** Returns a note about the exchanges that a strict replay did not request, or undefined when it requested all. */
export function unusedNote(unused: readonly CassetteEntry[]): string | undefined {
  if (unused.length === 0) return undefined;
  const named = unused
    .slice(0, MOST)
    .map(({ op, request: { method, url } }) => op ?? `${method} ${new URL(url).pathname}`);
  const more = unused.length > MOST ? ` and ${unused.length - MOST} more` : '';
  const what = unused.length === 1 ? 'one recorded exchange was' : `${unused.length} recorded exchanges were`;
  return `${what} not asked for: ${named.join(', ')}${more}`;
}
