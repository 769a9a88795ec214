import type { Answer, Ring } from '../engine/run/story.js';

// What users of `sandbox.cast` give and get. A law test compares `Cast` with the schema that validates it.

/** A time: a number of seconds, or a text such as `5s` or `1m30s`. */
export type Duration = number | string;
type Keys = string | number;

/** Several people on one clock: who calls when, what each does, and what is expected. */
export interface Cast {
  /** The callers, by name. An agent that takes calls from a queue is a caller too: its document connects to the queue. */
  readonly callers: Readonly<Record<string, CastCaller>>;
  /** The people whom documents call, by name. */
  readonly called?: Readonly<Record<string, CastCalled>>;
  /** What servers answer, like `replies.yaml` of a folder of documents. */
  readonly replies?: readonly CastReply[];
}

export interface CastCaller {
  /** The number of the sandbox that is called. */
  readonly to?: string;
  /** The document that answers the call: the name of a file, cXML as text, or SWML as an object. */
  readonly document?: string | Readonly<Record<string, unknown>>;
  /** The calling number or SIP address. By default, each caller has its own number. */
  readonly from?: string;
  /** When the call begins. Default: at once. */
  readonly after?: Duration;
  /** What the caller presses, prompt by prompt. Null is silence. */
  readonly digits?: readonly (Keys | null)[];
  /** What the caller says, prompt by prompt. Null is silence. */
  readonly speech?: readonly (string | null)[];
  /** The time from the start of the document until the caller hangs up. */
  readonly hangup_after?: Duration;
  /** By verb, the result of a step such as `ai` or `record`. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly expect?: readonly Expectation[];
}

export interface CastCalled {
  readonly number: string;
  /** Default: `answers`. */
  readonly outcome?: NonNullable<Answer['outcome']>;
  /** The time until the called party answers or refuses. */
  readonly after?: Duration;
  /** The time from the answer until the called party hangs up. */
  readonly hangup_after?: Duration;
  /** What the called party presses at the prompts of `confirm`. */
  readonly digits?: readonly (Keys | null)[];
  readonly speech?: readonly (string | null)[];
  readonly expect?: readonly CalledExpectation[];
}

type Texts = string | readonly string[];

/** What is expected of a called party. Each entry has one field. */
export interface CalledExpectation {
  /** Texts that are heard, in this order. A part of a text is enough. */
  readonly hears?: Texts;
  readonly never_hears?: Texts;
  /** The people with whom it is connected, or in a conference that has begun. */
  readonly meets?: Texts;
}

/** What is expected of a caller. Each entry has one field, and `callback` may have `with`. */
export interface Expectation extends CalledExpectation {
  readonly is_in_queue?: string;
  readonly is_in_conference?: string;
  /** A request to your servers because of the call, by its event or the end of its URL. */
  readonly callback?: string;
  /** The values of fields of the callback. */
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly ends_by?: Ending;
  /** A part of the reason for the end. */
  readonly reason?: string;
}

export const ENDINGS = ['caller', 'document', 'other', 'not_ended'] as const;
/** Who ended a call. `other` is another party, a limit or a command; `not_ended` is a call that continues. */
export type Ending = (typeof ENDINGS)[number];

export interface CastReply {
  /** A URL, or a path beside the documents. `*` matches any text. */
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fields of the form, the query or the JSON of the request. */
  readonly when?: Readonly<Record<string, string | number | boolean>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly fault?: 'refused' | 'timeout';
  readonly times?: number;
}

export interface CastOptions {
  /** The name of the cast in errors. */
  readonly name?: string;
  /** Returns the text of a file that the cast or its documents name. Without it, documents are written in the cast. */
  readonly files?: (path: string) => string | undefined;
}

/** What happened. */
export interface CastResult {
  readonly parties: readonly CastParty[];
  /** One line for each expectation that is not met, and for each problem of a document. */
  readonly failures: readonly string[];
  /** Replies that no request got, and called people whom no document called. */
  readonly unused: readonly string[];
}

export interface CastParty {
  readonly name: string;
  /** Such as `calls +12065550100`. */
  readonly role: string;
  readonly story: readonly CastMoment[];
  readonly expectations: readonly CheckedExpectation[];
  /** The call of a caller. */
  readonly call?: Ring;
}

/** Something that happened to a party, on the clock of the cast. */
export interface CastMoment {
  /** Seconds since the start of the cast. */
  readonly time: number;
  /** When it was over, for something that lasts. */
  readonly until?: number;
  readonly text: string;
}

export interface CheckedExpectation {
  /** Such as `hears "Welcome"`. */
  readonly text: string;
  readonly isMet: boolean;
  /** What was expected and what happened instead. Empty if it is met. */
  readonly difference: string;
  /** What did not happen although the expectation is met: a callback was kept back. */
  readonly note?: string;
}
