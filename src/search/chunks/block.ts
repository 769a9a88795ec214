/** A paragraph, heading or code block, with its position. */
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
