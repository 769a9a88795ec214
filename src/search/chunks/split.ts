/** White space after a period, question mark or exclamation mark, and before a capital letter or a digit. */
const BETWEEN_SENTENCES = /(?<=[.!?…]["'”’)\]]{0,3})\s+(?=["'“‘([]{0,3}[\p{Lu}\p{N}])/u;

/** Splits a text into sentences. */
export const splitSentences = (text: string): string[] =>
  text.split(BETWEEN_SENTENCES).filter((sentence) => sentence.trim() !== '');

/** Returns windows of `size` items. Neighbouring windows share `overlap` items. */
export function slidingWindows<T>(items: readonly T[], size: number, overlap = 0): T[][] {
  const step = Math.max(1, size - overlap);
  const windows: T[][] = [];
  for (let at = 0; at < items.length; at += step) {
    windows.push(items.slice(at, at + size));
    if (at + size >= items.length) break;
  }
  return windows;
}
