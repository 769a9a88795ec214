/** A stretch of a text and what is to stand there. */
export interface Exchange {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** A text with stretches exchanged, which are given from left to right. What overlaps the one before is left out. */
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
