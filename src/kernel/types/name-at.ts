/** Longer names are not looked up: finding the beginning of a word takes quadratic time by its length. */
const LONGEST = 500;

/** The dotted name that the cursor is in or right behind, up to the end of its word: `platform.queues.get`. */
export function nameAt(source: string, cursor: number): string | undefined {
  const before = /[\p{L}\p{N}_$.]*$/u.exec(source.slice(Math.max(0, cursor - LONGEST), cursor))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_$]*/u.exec(source.slice(cursor, cursor + LONGEST))?.[0] ?? '';
  if (before.length + after.length >= LONGEST) return undefined;
  const name = (before + after).replace(/\.$/, '');
  return /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name) ? name : undefined;
}
