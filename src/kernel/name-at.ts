/** The dotted name that the cursor is in or right behind, up to the end of its word: `platform.queues.get`. */
export function nameAt(source: string, cursor: number): string | undefined {
  const before = /[\p{L}\p{N}_$.]*$/u.exec(source.slice(0, cursor))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_$]*/u.exec(source.slice(cursor))?.[0] ?? '';
  const name = (before + after).replace(/\.$/, '');
  return /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name) ? name : undefined;
}
