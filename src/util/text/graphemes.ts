/** The time of `Intl.Segmenter` grows with the square of the length, so it gets pieces of this length. */
const PIECE = 500;
/** No letter is longer. A series of marks can be, and is split. */
const MAX_CLUSTER = 2_000;

let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes: a flag, a letter with its accent, and an emoji count as one each. */
export function graphemes(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('');
  const all: string[] = [];
  for (const piece of graphemePieces(text)) for (const one of piece) all.push(one);
  return all;
}

/** Yields the graphemes of text in lists, so that a caller that stops early does not pay for the rest. */
export function* graphemePieces(text: string): Generator<readonly string[]> {
  segmenter ??= new Intl.Segmenter();
  let length = PIECE;
  for (let from = 0; from < text.length; ) {
    const to = startOfCharacter(text, Math.min(from + length, text.length));
    const found = Array.from(segmenter.segment(text.slice(from, to)), ({ segment }) => segment);
    // The next character may belong to the last grapheme.
    const isEndless = found.length === 1 && length > MAX_CLUSTER;
    const open = to < text.length && !isEndless ? found.pop() : undefined;
    length = found.length > 0 ? PIECE : 2 * length;
    from = to - (open?.length ?? 0);
    if (found.length > 0) yield found;
  }
}

/** Returns the nearest position at or before this one that does not split a surrogate pair. */
export const startOfCharacter = (text: string, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
