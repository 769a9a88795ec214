import { type Block, sectionOf } from './block.js';

/** A part of a document that becomes one row of the index. */
export interface Piece {
  readonly content: string;
  readonly section: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly tags?: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Joins blocks into one piece. */
export function pieceOf(blocks: readonly Block[], joint = '\n\n'): Piece {
  const [first] = blocks as [Block];
  const code = blocks.filter(({ kind }) => kind === 'code');
  const languages = [...new Set(code.flatMap(({ language }) => language || []))];
  return {
    content: blocks.map(({ text }) => text).join(joint),
    section: sectionOf(first),
    start: first.start,
    end: blocks.at(-1)?.end,
    metadata: {
      ...Object.fromEntries(first.headings.flatMap((title, level) => (title ? [[`h${level + 1}`, title]] : []))),
      ...(code.length > 0 && { has_code: true }),
      ...(languages.length > 0 && { code_languages: languages }),
    },
  };
}
