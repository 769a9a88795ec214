import type { WireRequest } from '../../http/index.js';
import type { DocumentSource, Language } from '../engine/document/call-document.js';
import type { Answer, Exchange, RunMoment, StoryStep } from '../engine/run/story.js';
import { collection, type State } from '../state/state.js';

/** The execution of documents on one call. It is plain data, so that a snapshot contains it. Its id is that of the call. */
export interface CallRun {
  readonly id: string;
  /** The request of an inbound message that the documents answer. Without it, they run on a call. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly started_at: string;
  readonly start: RunStart;
  /** The list of steps that runs, the innermost last. */
  readonly frames: readonly Frame[];
  readonly vars: Readonly<Record<string, unknown>>;
  readonly envs: Readonly<Record<string, unknown>>;
  readonly waiting: Waiting | null;
  readonly holding: Holding | null;
  readonly story: readonly StoryStep[];
  readonly webhooks: readonly Exchange[];
  /** The steps, their reports and the requests, in order. A state of an earlier version has none. */
  readonly moments?: readonly RunMoment[];
  readonly problems: readonly string[];
  readonly counters: Counters;
  /** The person on the line. Null for a call without a script: this person is silent and stays. */
  readonly person: ScriptedPerson | null;
  /** The entry that the step that waits has taken, until the person has finished it. */
  readonly entering?: Entering | undefined;
  /** The names in `answers` that a step looked up and found. */
  readonly used?: readonly string[];
  /** What the person on the line hears, unless the call ends before. */
  readonly heard?: readonly HeardSound[];
  /** The call whose step waits for the end of this run, such as that of a `confirm`. */
  readonly parent_id: string | null;
  /** How it ended; null while it runs. */
  readonly outcome: RunOutcome | null;
}

/** Where a run begins: with a document, or with URLs of which the second is requested when the first fails. */
export type RunStart =
  | { readonly document: DocumentSource; readonly list?: string }
  | { readonly urls: readonly DocumentUrl[] };

/** The URL of the first document of a run. */
export const firstUrl = (start: RunStart): string | null =>
  'document' in start ? start.document.url : (start.urls[0]?.url ?? null);

/** The URL of a document that is not the first one of its run. */
export const laterUrl = (start: RunStart, { url }: DocumentSource): string | undefined =>
  url === null || url === firstUrl(start) ? undefined : url;

export interface DocumentUrl {
  readonly url: string;
  readonly method: string;
  readonly language: Language;
}

export interface Frame {
  readonly document: DocumentSource;
  /** The key of the list in `CallDocument.lists`. */
  readonly list: string;
  /** The step that runs. */
  readonly index: number;
  /** Labels and `return` belong to a section. A branch is part of the section of the frame below it. */
  readonly kind: 'section' | 'branch';
  readonly params: Readonly<Record<string, unknown>>;
  /** The phase in which the step of the frame below resumes when this frame ends. Without it, that step is done. */
  readonly phase: string | null;
  /** The entry of the current step in the story. */
  readonly entry: number;
}

export type WaitFor = 'start' | 'document' | 'time' | 'response' | 'input' | 'leg' | 'place' | 'stop';

export interface Waiting {
  readonly for: WaitFor;
  /** Identifies this wait, so that a late event does not resume a later step. */
  readonly token: number;
  /** When the wait ends without an event; null if it does not. */
  readonly until: string | null;
  /** The verb's own notes for `resume`, as plain data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The document that a caller hears while a step waits for a place. An event for the wait of the step ends it. */
export interface Holding {
  readonly token: number;
  readonly until: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The number of lists below the document. The step that waits is in the last of them. */
  readonly depth: number;
  /** The verbs that the document may use. */
  readonly verbs: readonly string[];
}

export interface Counters {
  readonly steps: number;
  readonly transfers: number;
  readonly waits: number;
  /** The size of all values that were set. */
  readonly characters: number;
  /** The size of all texts that placeholders produced. */
  readonly substituted?: number;
  /** The size of the bodies of all requests and responses. */
  readonly exchanged?: number;
  /** The jumps of each `goto`, by position. */
  readonly jumps: Readonly<Record<string, number>>;
}

/** A request to a server of the user that has not been answered. The simulator sends it in the background. */
export interface PendingRequest {
  readonly id: string;
  readonly run_id: string;
  readonly token: number;
  /** When it was made. Its response arrives at the same time. */
  readonly at: string;
  /** The index of the step that sends it. */
  readonly step?: number | null;
  readonly request: Pick<WireRequest, 'method' | 'url' | 'headers'> & { readonly body?: string };
  /** The response must be a document of this language; null for other responses. */
  readonly document: DocumentSource['language'] | null;
  /** How the request is signed. Without it, it has no signature. */
  readonly signature?: 'call' | 'message' | 'cxml';
  readonly timeout_ms: number;
  /** Fields of the JSON body that are masked there, as references to `State.cards`. */
  readonly secret?: Readonly<Record<string, string>>;
  /** What to send when the server redirects the request. Without it, redirects are not followed. */
  readonly redirected?: {
    readonly body: string;
    /** The parameters of the verb, which are not sent again. */
    readonly without: readonly string[];
  };
}

interface Entering {
  readonly kind: 'digits' | 'speech';
  /** As in the script of the person. */
  readonly entry: string | null;
  /** The keys that the prompt does not take. */
  readonly late: string;
}

export interface ScriptedPerson {
  /** What the person enters, prompt by prompt; `asked` if a function decides. Null is silence. */
  readonly digits: readonly (string | null)[] | 'asked';
  readonly speech: readonly (string | null)[] | 'asked';
  /** The keys of entries that their prompts did not take, because they came after the last one. */
  readonly late?: readonly string[];
  /** Whether the script says when the person hangs up. */
  readonly hangs_up?: true;
  /** How the called parties and the parts that are not simulated behave, by number, address or verb. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export interface HeardSound {
  /** The spoken text, or the address of audio. */
  readonly text: string;
  readonly isSpoken: boolean;
  /** When it begins. */
  readonly at: string;
}

export interface RunOutcome {
  /** For people, such as `hung up (busy)`. */
  readonly says: string;
  /** Whether the call ended with it. If not, the call continues outside of the document. */
  readonly endsCall: boolean;
}

export const allRuns = collection<CallRun>('call_runs');
export const pendingRequests = collection<PendingRequest>('call_requests');

/** What the person on the line of a call hears, unless the call ends before. */
export const heardBy = (state: State, id: string): readonly HeardSound[] => allRuns(state).get(id)?.heard ?? [];
