import type { MessagePort } from 'node:worker_threads';
import type { Content } from '../wire/messages.js';

/** A request to the types thread. Offsets are UTF-16 code units, as in JavaScript strings. */
export type TypesQuestion =
  | { readonly method: 'check'; readonly source: string }
  | { readonly method: 'complete'; readonly source: string; readonly cursor: number }
  | { readonly method: 'inspect'; readonly source: string; readonly cursor: number };

export interface TypesAnswers {
  check: readonly TypeProblem[];
  complete: TypeCompletion | undefined;
  inspect: string | undefined;
}

export interface TypeProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: number;
  /** For a property that a type of the client does not have: the type and its fields. */
  readonly absent?: AbsentField;
  /** The code that the compiler marks. */
  readonly at: Span;
  /** The innermost statement around it. */
  readonly statement: Span;
}

export interface AbsentField {
  readonly owner: string;
  readonly name: string;
  readonly fields: readonly string[];
}

/** Offsets in the source of a cell. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TypeCompletion {
  readonly from: number;
  readonly to: number;
  /** Sorted, best first. */
  readonly items: readonly { readonly text: string; readonly kind: string }[];
}

export interface TypesData {
  readonly role: 'types';
  readonly preloaded: readonly string[];
  /** Questions that do not pass through the executing thread. */
  readonly port: MessagePort;
}

export interface StandInData {
  readonly role: 'stand-in';
}

/** A `complete_request` or an `inspect_request`. */
export interface StandInQuestion {
  readonly id: number;
  readonly type: string;
  readonly content: Content;
  /** The names that the session declares. */
  readonly names: readonly string[];
}
