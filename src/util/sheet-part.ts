/**
 * Something to read, as data: a paragraph; a title; lines that stand as they are, unless it is said what they are of and so where
 * they may be broken; pairs, the explained on the left, or in more columns where there is room. A path and moments are
 * drawn, where something can be drawn: the other parts say the same in words.
 */
export type SheetPart =
  | string
  | { readonly title: string }
  | { readonly lines: readonly string[]; readonly of?: 'words' | CodeLanguage }
  | { readonly pairs: readonly (readonly [left: string, right: string])[]; readonly grid?: Grid }
  | { readonly path: readonly PathStep[] }
  | { readonly moments: readonly Moment[] };

export type CodeLanguage = 'TypeScript' | 'shell';

interface Grid {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One station of a way, joined to the one before. */
export interface PathStep {
  readonly title: string;
  readonly says?: string;
  /** What joins it to the one before. */
  readonly by?: string;
  /** It is missing or wrong. */
  readonly broken?: boolean;
}

/** Something that happened. */
export interface Moment {
  readonly title: string;
  readonly says?: string;
  /** When, as an ISO time. */
  readonly at?: string;
  readonly tone?: 'good' | 'warn' | 'bad';
}
