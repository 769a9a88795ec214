import type { Undecided } from '../redact/index.js';

/** The groups of a review in their order, with their titles. */
export const REVIEW_GROUPS: Readonly<Record<string, string>> = {
  name: 'possible names',
  address: 'possible addresses',
  host: 'possible hosts',
  word: 'possible passwords and ids',
};
const KINDS = Object.keys(REVIEW_GROUPS);

/** What a person decides about, in the order of the groups. */
export const inGroups = (undecided: readonly Undecided[]): Undecided[] =>
  [...undecided].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));

export interface ReviewGroup {
  readonly title: string;
  readonly items: readonly Undecided[];
}

export const reviewGroups = (undecided: readonly Undecided[]): ReviewGroup[] =>
  KINDS.flatMap((kind) => {
    const items = undecided.filter((one) => one.kind === kind);
    return items.length > 0 ? [{ title: REVIEW_GROUPS[kind] ?? kind, items }] : [];
  });
