let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes: a flag, a letter with its accent, and an emoji count as one each. */
export function graphemes(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function previousStop(text: string, at: number): number {
  const start = lineStart(text, at);
  if (at === start) return Math.max(0, at - 1);
  return at - (graphemes(text.slice(start, at)).at(-1)?.length ?? 1);
}

export function nextStop(text: string, at: number): number {
  const end = lineEnd(text, at);
  if (at === end) return Math.min(text.length, at + 1);
  return at + (graphemes(text.slice(at, end))[0]?.length ?? 1);
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

export function wordStart(text: string, at: number): number {
  return /[\p{L}\p{N}\p{M}_$]*[^\p{L}\p{N}\p{M}_$]*$/u.exec(text.slice(0, at))?.index ?? 0;
}

export function wordEnd(text: string, at: number): number {
  return at + (/^[^\p{L}\p{N}\p{M}_$]*[\p{L}\p{N}\p{M}_$]*/u.exec(text.slice(at))?.[0].length ?? 0);
}

/** Returns the start of the text before `at` that has no white space. */
export function blankStart(text: string, at: number): number {
  return /\S*\s*$/.exec(text.slice(0, at))?.index ?? 0;
}
