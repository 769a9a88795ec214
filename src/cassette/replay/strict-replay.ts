import { plain } from '../format/cassette-error.js';
import type { CassetteEntry } from '../format/schema.js';

/** Thrown when code ends and the recording has exchanges that it did not use. */
export class UnusedEntries extends Error {
  override readonly name = 'UnusedEntries';
  constructor(readonly entries: readonly CassetteEntry[]) {
    const named = entries.slice(0, 5).map(({ op, request }) => op ?? `${request.method} ${request.url}`);
    const more = entries.length > named.length ? ` and ${entries.length - named.length} more` : '';
    super(plain(`${entries.length} recorded exchanges were not requested: ${named.join(', ')}${more}`));
  }
}

/** Runs code with a replay, and throws if exchanges are left unused. If the code fails, its own error is thrown. */
export async function playThrough<R extends { unused(): readonly CassetteEntry[] }, T>(
  replay: R,
  work: (replay: R) => T | Promise<T>,
): Promise<T> {
  const result = await work(replay);
  const unused = replay.unused();
  if (unused.length > 0) throw new UnusedEntries(unused);
  return result;
}
