/** A paragraph, a heading or a piece of code, and where it stands. */
export interface Block {
  readonly kind: 'text' | 'heading' | 'code';
  readonly text: string;
  /** Lines of the file, counted from 1. A page has none that anybody would look for. */
  readonly start?: number;
  readonly end?: number;
  /** The headings above it, from the first level down; a heading has itself among them. */
  readonly headings: readonly string[];
  readonly language?: string;
}

/** The headings that hold after one of a level. */
export const under = (headings: readonly string[], level: number, title: string): string[] => [
  ...headings.slice(0, level - 1),
  ...new Array<string>(Math.max(0, level - 1 - headings.length)).fill(''),
  title,
];

export const sectionOf = ({ headings }: Block): string => headings.filter(Boolean).join(' > ');
