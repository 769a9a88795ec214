import type { Cassette } from '../cassette/index.js';

/** Throws unless a value is a recording. Users pass its text. */
export function assertRecording(value: unknown, caller: string): asserts value is Pick<Cassette, 'documents'> {
  if (Array.isArray((value as { documents?: unknown } | null | undefined)?.documents)) return;
  throw new TypeError(`${caller}: the first argument must be a recording, such as the result of importCase`);
}
