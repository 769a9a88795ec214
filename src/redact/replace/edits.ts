/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
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
