import type { Match, Row } from '../../client/index.js';
import type { State } from '../state/state.js';

/** One request as a subject sees it. */
export interface Ask {
  readonly state: State;
  readonly operation: string;
  readonly row: Row;
  readonly words: Match['words'];
  readonly path: string;
  readonly query: URLSearchParams;
  /** The body's fields under the names they were sent by; those of a form already numbers, truth values and lists. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What is told in a success. `written` cuts it to the shape that the row gives; the status is the row's. */
export type Handler = (ask: Ask) => unknown;

/** The operations that one file simulates, by name. */
export type Subject = Readonly<Record<string, Handler>>;
