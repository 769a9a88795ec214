import type { Match, Row } from '../../client/index.js';
import type { State } from '../state/state.js';

/** One request as a handler receives it. */
export interface Ask {
  readonly state: State;
  readonly operation: string;
  readonly row: Row;
  readonly words: Match['words'];
  readonly path: string;
  readonly query: URLSearchParams;
  /**
   * The fields of the body under their wire names. Form values are already converted to numbers, booleans and lists.
   */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns the data of a successful response. `written` reduces it to the shape that the row declares. */
export type Handler = (ask: Ask) => unknown;

/** The handlers of one file, by operation. */
export type Subject = Readonly<Record<string, Handler>>;
