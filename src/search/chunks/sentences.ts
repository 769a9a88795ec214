import type { Block } from './block.js';
import { splitSentences } from './split.js';

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
