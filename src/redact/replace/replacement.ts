/** A range of a text and its replacement. */
export interface Exchange {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** Applies replacements in order from left to right. Skips a replacement that overlaps the one before. */
export function exchanged(text: string, exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return text;
  let out = '';
  let end = 0;
  for (const one of exchanges) {
    if (one.start < end) continue;
    out += text.slice(end, one.start) + one.instead;
    end = one.end;
  }
  return out + text.slice(end);
}
