/**
 * A part of a text to read, as data: a paragraph; a title; lines, which are wrapped only if `of` names their language;
 * or pairs of a term and its explanation, optionally with more columns in `grid`. A path and moments are drawn only
 * where drawing is possible, because other parts contain the same information as text.
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

export interface PathStep {
  readonly title: string;
  readonly text?: string;
  /** The label of the connection to the step before. */
  readonly by?: string;
  /** Whether the step is missing or invalid. */
  readonly broken?: boolean;
}

export interface Moment {
  readonly title: string;
  readonly text?: string;
  /** The time of the event, in ISO format. */
  readonly at?: string;
  /** In place of `at`, the seconds since the start of a story. */
  readonly time?: number;
  readonly tone?: 'good' | 'warn' | 'bad';
}
