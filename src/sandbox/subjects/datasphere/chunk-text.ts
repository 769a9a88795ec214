import { slidingWindows, splitSentences } from '../../../search/index.js';

export interface Chunking {
  readonly chunking_strategy: 'sentence' | 'paragraph' | 'page' | 'sliding';
  readonly max_sentences_per_chunk: number | null;
  readonly split_newlines: boolean | null;
  readonly chunk_size: number | null;
  readonly overlap_size: number | null;
}

export function chunkText(text: string, how: Chunking): string[] {
  const pieces = CUTS[how.chunking_strategy](text.replace(/\r\n?/g, '\n'), how);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

const CUTS: Readonly<Record<Chunking['chunking_strategy'], (text: string, how: Chunking) => string[]>> = {
  sentence(text, { max_sentences_per_chunk, split_newlines }) {
    const parts = split_newlines ? text.split('\n') : [text];
    return slidingWindows(parts.flatMap(splitSentences), max_sentences_per_chunk ?? 50).map((window) =>
      window.join(' '),
    );
  },
  paragraph: (text) => text.split(/\n[ \t]*\n/),
  // In plain text, a form feed ends a page.
  page: (text) => text.split('\f'),
  // Sizes are assumed to be in words.
  sliding(text, { chunk_size, overlap_size }) {
    const words = text.split(/\s+/).filter(Boolean);
    return slidingWindows(words, chunk_size ?? 50, overlap_size ?? 10).map((window) => window.join(' '));
  },
};
