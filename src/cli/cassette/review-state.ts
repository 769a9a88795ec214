import { inGroups, type Undecided } from '../../redact/index.js';

/** A review of possible names, addresses, hosts and words: one decision for each, in the order of their kinds. */
export interface ReviewState {
  readonly items: readonly Undecided[];
  /** The decisions so far. The next item is the one behind them. */
  readonly isKept: readonly boolean[];
  readonly isCancelled: boolean;
}

export type ReviewAction = 'replace' | 'keep' | 'replace group' | 'keep group' | 'replace all' | 'back' | 'cancel';

export function beginReview(undecided: readonly Undecided[]): ReviewState {
  return { items: inGroups(undecided), isKept: [], isCancelled: false };
}

export const currentItem = ({ items, isKept, isCancelled }: ReviewState): Undecided | undefined =>
  isCancelled ? undefined : items[isKept.length];

/** Whether the current item is the first of its kind. */
export const beginsGroup = ({ items, isKept }: ReviewState): boolean =>
  items[isKept.length]?.kind !== items[isKept.length - 1]?.kind;

export const groupOf = ({ items }: ReviewState, { kind }: Undecided): readonly Undecided[] =>
  items.filter((one) => one.kind === kind);

export function reduce(state: ReviewState, action: ReviewAction): ReviewState {
  const current = currentItem(state);
  if (!current) return state;
  const { items, isKept } = state;
  const decided = (count: number, keeps: boolean): ReviewState => ({
    ...state,
    isKept: [...isKept, ...Array.from({ length: count }, () => keeps)],
  });
  const left = items.slice(isKept.length);
  const groupCount = left.filter(({ kind }) => kind === current.kind).length;
  switch (action) {
    case 'replace':
      return decided(1, false);
    case 'keep':
      return decided(1, true);
    case 'replace group':
      return decided(groupCount, false);
    case 'keep group':
      return decided(groupCount, true);
    case 'replace all':
      return decided(left.length, false);
    case 'back':
      return { ...state, isKept: isKept.slice(0, -1) };
    case 'cancel':
      return { ...state, isCancelled: true };
  }
}

export const keptTexts = ({ items, isKept }: ReviewState): readonly string[] =>
  items.filter((_, index) => isKept[index]).map(({ text }) => text);
