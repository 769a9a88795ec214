// What the server sends to the page. Both sides use these types, so this file imports nothing that runs.
import type { SheetPart } from '../util/index.js';

/** What the page shows, and the projects of the same server. */
export interface PageSource {
  readonly project: string;
  readonly kind: 'sandbox' | 'session' | 'recording';
  readonly name: string;
  /** Why the page only shows requests. */
  readonly note: string | null;
  /** Whether the page controls a sandbox. Without one, it shows requests only. */
  readonly isControlled: boolean;
  readonly projects: readonly { readonly project: string; readonly name: string }[];
}

/** A request in the list: one that a program sent to the API, or one that the sandbox sent to a server of the user. */
export interface RequestRow {
  readonly id: number;
  readonly kind: 'request' | 'webhook';
  /** The simulated time of the response. */
  readonly at: string | null;
  readonly method: string;
  /** The path and the query; of a webhook, the URL. */
  readonly path: string;
  /** The operation; of a webhook, its purpose. */
  readonly operation: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
}

/** One event of the stream: the new requests, and how many the log removed before the page could read them. */
export interface RequestBatch {
  readonly missed: number;
  readonly rows: readonly RequestRow[];
}

export interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Formatted if it is JSON. */
  readonly body: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface RequestDetail {
  readonly row: RequestRow;
  readonly url: string;
  /** Null if the log keeps only the line of the request. */
  readonly request: ShownMessage | null;
  readonly response: ShownMessage | null;
  readonly curl: string | null;
  readonly typescript: string | null;
  /** Why the request cannot be sent again, or null. */
  readonly notRepeatable: string | null;
}

export interface RequestExplanation {
  readonly parts: readonly SheetPart[];
}

/** A number with its route, and what is wrong with it. */
export interface NumberRow {
  readonly id: string;
  readonly number: string;
  readonly name: string | null;
  readonly parts: readonly SheetPart[];
  readonly problems: readonly string[];
}

export interface SnapshotRow {
  readonly id: string;
  readonly name: string;
  /** The simulated time of the state. */
  readonly now: string;
  readonly bytes: number;
}
