// What the server sends to the Case panel. Both sides use these types, so this file imports nothing that runs.
import type { SheetPart } from '../util/index.js';
import type { ShownMessage } from './contract.js';

/** What the server does with a case. */
export type CaseWorkName = 'open' | 'review' | 'causes' | 'minimal' | 'replay' | 'export' | 'smaller' | 'whole';

/** What the page reads of a case, each with its own address. */
export type CasePartName = 'import' | 'messages' | 'review' | 'causes' | 'minimal' | 'replay';

export interface CaseState {
  /** The names of the files, or null without a case. */
  readonly name: string | null;
  /** What runs, and how far it is. */
  readonly work: { readonly name: CaseWorkName; readonly progress: string } | null;
  /** Why the last work failed. */
  readonly problem: { readonly name: CaseWorkName; readonly message: string } | null;
  /** Whether the user decided about the personal data. */
  readonly isReviewed: boolean;
  /** Whether this is the smallest recording of another case, which can be opened again. */
  readonly isSmaller: boolean;
  /** How often each part was made, so that the page reads a new one. */
  readonly parts: Readonly<Partial<Record<CasePartName, number>>>;
}

/** One request, or several equal ones in a row. */
export interface CaseRow {
  readonly first: number;
  readonly last: number;
  readonly status: string;
  readonly request: string;
}

/** A request of the case with its response, redacted. Headers of the request are not in a recording. */
export interface CaseMessages {
  readonly number: number;
  readonly url: string;
  readonly request: ShownMessage;
  /** Null without a response. */
  readonly response: ShownMessage | null;
}

export interface CaseRows {
  readonly rows: readonly CaseRow[];
  /** The number of requests after those in `rows`. */
  readonly more: number;
}

export interface CaseImport extends CaseRows {
  readonly summary: string;
  readonly about: readonly string[];
  readonly notes: readonly string[];
  readonly dropped: readonly string[];
  /** The formats in which the case can be downloaded. */
  readonly exports: readonly CaseExport[];
}

export interface ReviewItem {
  readonly text: string;
  readonly count: number;
  readonly place: string;
}

export interface CaseReview {
  readonly groups: readonly { readonly title: string; readonly items: readonly ReviewItem[] }[];
  /** How many more are not listed. They are replaced. */
  readonly more: number;
  readonly kept: readonly string[];
  /** Texts that people wrote and that stay, such as names of queues. A name of a person in one is easily missed. */
  readonly texts: readonly ReviewItem[];
  /** What the user replaced beside what was found. */
  readonly removed: readonly string[];
  /** The values that are replaced without a question. */
  readonly replaced: readonly { readonly kind: string; readonly count: number; readonly replacement: string }[];
}

export interface CauseCard {
  readonly exchange: number;
  readonly title: string;
  readonly level: string;
  readonly parts: readonly SheetPart[];
}

export interface CaseCauses {
  readonly summary: string;
  readonly failures: readonly CauseCard[];
  readonly suspicious: readonly CauseCard[];
  readonly notes: readonly string[];
}

export interface CaseMinimal extends CaseRows {
  readonly summary: string;
  readonly failure: string | null;
  readonly notes: readonly string[];
}

export interface ReplayRow {
  readonly exchange: string;
  readonly outcome: string;
  readonly request: string;
  readonly status: string;
  readonly differences: readonly { readonly at: string; readonly recorded: string; readonly now: string }[];
}

export interface CaseReplay {
  readonly counts: string;
  readonly rows: readonly ReplayRow[];
  /** How many more are not listed. */
  readonly more: number;
  readonly notes: readonly string[];
}

export interface CaseExport {
  readonly name: string;
  readonly extension: string;
  readonly summary: string;
}
