/**
 * Help as data: a title, a paragraph, lines of code, pairs with the explained on the left (and the same in more columns,
 * where there is room), and what can be drawn: a path from one thing to the next, moments in time.
 */
export type HelpPart =
  | string
  | { readonly title: string }
  | { readonly lines: readonly string[]; readonly of?: 'words' | 'TypeScript' | 'shell' }
  | {
      readonly pairs: readonly (readonly [left: string, right: string])[];
      readonly grid?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
    }
  | { readonly path: readonly PathStep[] }
  | { readonly moments: readonly Moment[] };

export interface PathStep {
  readonly title: string;
  readonly says?: string;
  /** What joins it to the one before. */
  readonly by?: string;
  /** It is missing or wrong. */
  readonly broken?: boolean;
}

export interface Moment {
  readonly title: string;
  readonly says?: string;
  /** When, as an ISO time. */
  readonly at?: string;
  readonly tone?: 'good' | 'warn' | 'bad';
}
