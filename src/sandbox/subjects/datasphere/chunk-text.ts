export interface Chunking {
  readonly chunking_strategy: 'sentence' | 'paragraph' | 'page' | 'sliding';
  readonly max_sentences_per_chunk: number | null;
  readonly split_newlines: boolean | null;
  readonly chunk_size: number | null;
  readonly overlap_size: number | null;
}

/** Splits a text into chunks. */
export function chunkText(text: string, how: Chunking): string[] {
  const pieces = CUTS[how.chunking_strategy](text.replace(/\r\n?/g, '\n'), how);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

const CUTS: Readonly<Record<Chunking['chunking_strategy'], (text: string, how: Chunking) => string[]>> = {
  sentence(text, { max_sentences_per_chunk, split_newlines }) {
    const parts = split_newlines ? text.split('\n') : [text];
    return groups(parts.flatMap(sentencesOf), max_sentences_per_chunk ?? 50);
  },
  paragraph: (text) => text.split(/\n[ \t]*\n/),
  // In plain text, a form feed ends a page.
  page: (text) => text.split('\f'),
  // Sizes are assumed to be in words.
  sliding(text, { chunk_size, overlap_size }) {
    const size = chunk_size ?? 50;
    const step = Math.max(1, size - (overlap_size ?? 10));
    const words = text.split(/\s+/).filter(Boolean);
    const pieces: string[] = [];
    for (let at = 0; at < words.length; at += step) {
      pieces.push(words.slice(at, at + size).join(' '));
      if (at + size >= words.length) break;
    }
    return pieces;
  },
};

/** Splits after a period, question mark or exclamation mark, and a closing quote or bracket, before white space. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?]["')\]]?)\s+/).filter((sentence) => sentence.trim() !== '');

function groups(sentences: readonly string[], most: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < sentences.length; at += most) pieces.push(sentences.slice(at, at + most).join(' '));
  return pieces;
}
