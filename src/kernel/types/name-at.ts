/** Longer names are not looked up, because the regular expression takes quadratic time to find the start of a word. */
const LONGEST = 500;

/** Returns the dotted name that contains or precedes the cursor, up to the end of its word: `platform.queues.get`. */
export function nameAt(source: string, cursor: number): string | undefined {
  const before = /[\p{L}\p{N}_$.]*$/u.exec(source.slice(Math.max(0, cursor - LONGEST), cursor))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_$]*/u.exec(source.slice(cursor, cursor + LONGEST))?.[0] ?? '';
  if (before.length + after.length >= LONGEST) return undefined;
  const name = (before + after).replace(/\.$/, '');
  return /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name) ? name : undefined;
}
