import { DEFAULT_POLICY } from './policy/default-policy.js';
import { type LocatedDocument, type RedactedDocuments, redactDocuments } from './redact-documents.js';
import type { RedactorOptions } from './redactor.js';
import { createOrdinals } from './replace/ordinals.js';
import { type Undecided, undecidedIn } from './undecided.js';

/** What a person decided about possible names, addresses, hosts and words. All others are replaced. */
export interface Review {
  readonly kept: readonly string[];
}

export interface ReviewedDocuments extends RedactedDocuments {
  /** What only a person can decide, and what stays, if it was searched for. */
  readonly undecided: readonly Undecided[];
  /** The same with a review, which replaces it. */
  readonly doubtful: readonly Undecided[];
}

interface ReviewOptions<T> extends Omit<RedactorOptions, 'doubtful'> {
  /** Without a review, what only a person can decide stays. `list`: it is reported. */
  readonly review?: Review | undefined;
  readonly list?: boolean;
  /** Whether a document is searched for what only a person can decide. */
  readonly isReviewed: (document: LocatedDocument<T>) => boolean;
}

/** Redacts documents in place, and replaces what may identify someone unless the review keeps it. */
export function redactWithReview<T>(
  documents: readonly LocatedDocument<T>[],
  {
    review,
    list = false,
    isReviewed,
    policy: base = DEFAULT_POLICY,
    table = createOrdinals(),
    ...options
  }: ReviewOptions<T>,
): ReviewedDocuments {
  const policy = { ...base, keep: [...base.keep, ...(review?.kept ?? [])] };
  const first = redactDocuments(documents, { ...options, policy, table });
  const found = review || list ? undecidedIn(documents.filter(isReviewed), policy.keep) : [];
  if (!review || found.length === 0) return { ...first, undecided: found, doubtful: [] };
  const second = redactDocuments(documents, { ...options, policy, table, doubtful: found });
  return {
    replaced: [...first.replaced, ...second.replaced.filter(({ isDoubtful }) => isDoubtful)],
    gate: {
      check(document, text, place) {
        first.gate.check(document, text, place);
        second.gate.check(document, text, place);
      },
    },
    undecided: [],
    doubtful: found,
  };
}

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
