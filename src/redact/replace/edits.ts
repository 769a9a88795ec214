/** A range of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range of a text and its replacement. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** Applies edits in order from left to right. Skips an edit that overlaps the one before. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let out = '';
  let end = 0;
  for (const edit of edits) {
    if (edit.start < end) continue;
    out += text.slice(end, edit.start) + edit.replacement;
    end = edit.end;
  }
  return out + text.slice(end);
}

/** A replacement can join the text on both sides into another match. */
const ROUNDS = 8;

/** Finds and applies edits until none are left. */
export function applyAll(text: string, find: (text: string) => readonly Edit[], apply = applyEdits): string {
  let left = text;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = find(left);
    const changed = edits.length === 0 ? left : apply(left, edits);
    if (changed === left) break;
    left = changed;
  }
  return left;
}
