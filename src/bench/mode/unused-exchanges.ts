import type { CassetteEntry } from '../../cassette/index.js';

const MAX_NAMES = 5;

/** Returns a note about the exchanges that a strict replay did not request, or undefined when it requested all. */
export function unusedNote(unused: readonly CassetteEntry[]): string | undefined {
  if (unused.length === 0) return undefined;
  const named = unused
    .slice(0, MAX_NAMES)
    .map(({ op, request: { method, url } }) => op ?? `${method} ${new URL(url).pathname}`);
  const more = unused.length > MAX_NAMES ? ` and ${unused.length - MAX_NAMES} more` : '';
  const count = unused.length === 1 ? '1 recorded exchange was' : `${unused.length} recorded exchanges were`;
  return `${count} not requested: ${named.join(', ')}${more}`;
}
