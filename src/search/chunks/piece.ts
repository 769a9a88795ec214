export interface Block {
  readonly kind: 'text' | 'heading' | 'code';
  readonly text: string;
  /** Line numbers in the file, starting at 1. Blocks of HTML pages have no line numbers. */
  readonly start?: number;
  readonly end?: number;
  /** The headings above the block, from the first level down. A heading includes itself. */
  readonly headings: readonly string[];
  readonly language?: string;
}

/** Returns the headings that apply after a heading of the given level. */
export const under = (headings: readonly string[], level: number, title: string): string[] => [
  ...headings.slice(0, level - 1),
  ...new Array<string>(Math.max(0, level - 1 - headings.length)).fill(''),
  title,
];

export const sectionOf = ({ headings }: Block): string => headings.filter(Boolean).join(' > ');

export interface Piece {
  readonly content: string;
  readonly section: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly tags?: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

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
