import type { Block } from './piece.js';

/** White space after a period, question mark or exclamation mark, and before a capital letter or a digit. */
const BETWEEN_SENTENCES = /(?<=[.!?…]["'”’)\]]{0,3})\s+(?=["'“‘([]{0,3}[\p{Lu}\p{N}])/u;

export const splitSentences = (text: string): string[] =>
  text.split(BETWEEN_SENTENCES).filter((sentence) => sentence.trim() !== '');

/** Returns windows of `size` items. Neighbouring windows share `overlap` items. */
export function slidingWindows<T>(items: readonly T[], size: number, overlap = 0): T[][] {
  const step = Math.max(1, size - overlap);
  const windows: T[][] = [];
  for (let index = 0; index < items.length; index += step) {
    windows.push(items.slice(index, index + size));
    if (index + size >= items.length) break;
  }
  return windows;
}

/** Splits text blocks into one block per sentence. Code and headings stay whole. */
export function sentencesOf(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'text') return [block];
    const sentences = splitSentences(block.text);
    if (sentences.length < 2) return [block];
    const { start } = block;
    let line = start ?? 0;
    return sentences.map((text) => {
      const first = line;
      line += text.split('\n').length - 1;
      const made = { ...block, text: text.trim(), ...(start !== undefined && { start: first, end: line }) };
      // If a sentence ends at a line break, the next one starts on the following line.
      if (start !== undefined && isAtLineEnd(block.text, text)) line++;
      return made;
    });
  });
}

const isAtLineEnd = (whole: string, sentence: string) => whole[whole.indexOf(sentence) + sentence.length] === '\n';
