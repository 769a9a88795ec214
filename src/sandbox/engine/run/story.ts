import type { SentCallback } from '../../outbound/callbacks.js';

// What users of `sandbox.ring` give and get. The engine of calls uses the same types.

/** What a person enters at the prompts of a call, one after the other, or a function of the prompt. Null is silence. */
export type Entries = readonly (string | null)[] | ((prompt: Prompt) => string | null | undefined);

export interface RingOptions {
  /** The calling number or SIP address. The default is a number outside the project. */
  readonly from?: string;
  /**
   * The number or SIP address to call. The number of the project is the caller, and its document runs when the called party
   * answers. The digits, the speech and `hangup_after` are those of the called party.
   */
  readonly to?: string;
  /** The digits that the caller presses, prompt by prompt. */
  readonly digits?: Entries;
  /** What the caller says, prompt by prompt. */
  readonly speech?: Entries;
  /** Seconds until the caller hangs up. */
  readonly hangup_after?: number;
  /** How called parties answer, by number or address, and what verbs that are not simulated result in, by verb. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** The result of a call to a number of the project, or of one from it. */
export interface Ring {
  readonly call_id: string;
  /** The number that was called. */
  readonly number: string;
  readonly from: string;
  /** The route of the number, as text. */
  readonly route: string;
  /** The requests to the servers of the user, with their responses. */
  readonly requests: readonly Exchange[];
  /** The steps that ran, with the time of each, its variables and the branch taken. */
  readonly steps: readonly StoryStep[];
  /** The problems found, in the order in which they were found. */
  readonly problems: readonly string[];
  /** The entries of the script that the call did not use, such as `digits 2`. */
  readonly unused: readonly string[];
  /** How the call ended. */
  readonly ended: string;
  /** The final status of the call, such as `ended`, `busy` or `failed`. `answered` if it continues. */
  readonly outcome: string;
  /** The callbacks because of the call, in order, with their outcomes. */
  readonly webhooks: readonly StoryCallback[];
}

/** A callback because of a call. */
export interface StoryCallback extends SentCallback {
  /** Seconds since the document of the call began. It is negative for a callback before, such as one that reports ringing. */
  readonly time: number;
}

/** What the person hears and may do. Functions of a scripted person receive it. */
export interface Prompt {
  readonly at: string;
  readonly verb: string;
  /** What was played or said. */
  readonly says: string;
  readonly accepts: readonly ('digits' | 'speech')[];
  readonly max_digits?: number;
  readonly terminators?: string;
  /** Whether only digits with a terminator belong to the prompt, as in a recording. */
  readonly needs_terminator?: true;
}

/** How a called party answers, or what a verb that is not simulated results in. */
export interface Answer {
  /** Called parties: the default is `answers`. */
  readonly outcome?: 'answers' | 'busy' | 'no_answer' | 'declined' | 'error' | 'machine';
  /** Seconds until the called party answers or refuses, or until the verb has its result. */
  readonly after?: number;
  /** Seconds from the answer until the called party hangs up. */
  readonly hangup_after?: number;
  readonly digits?: readonly (string | null)[];
  readonly speech?: readonly (string | null)[];
  /** The result variable of the verb, such as `success` for `ai`. */
  readonly result?: string;
  /** Other variables that the verb sets. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** One step of a call's story. */
export interface StoryStep {
  /** Position in the document, such as `main[0]`. */
  readonly at: string;
  readonly verb: string;
  /** What happened, such as `plays say:Hello`. */
  readonly says: string;
  /** Seconds since the document of the call began. */
  readonly time: number;
  /** The variables that the step set. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Parameters that change nothing in the sandbox, such as the voice. */
  readonly ignored?: readonly string[];
  /** The branch taken, such as `case 1`. */
  readonly branch?: string;
  /** The URL of the document, if it is not the first one of the call. */
  readonly document?: string;
}

/** A request to a server of the user, with its response. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** The body that was sent, as text. */
  readonly body: string;
  readonly status: number | null;
  readonly type: string;
  readonly text: string;
  /** The headers of the response, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why there is no response, or null. */
  readonly problem: string | null;
  /** No request was sent, because the server is on another machine. */
  readonly isOffline?: true;
}

/** A call in a list of calls. */
export interface CallSummary {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound';
  /** `answered` if it continues. */
  readonly status: string;
  readonly started: string;
  /** In seconds; null until the call has ended. */
  readonly duration: number | null;
  /** The call whose step dialled it. */
  readonly parent: string | null;
  /** The number of steps that its document ran. */
  readonly steps: number;
  /** Why it failed, such as `busy` or `server status 500`; null if it did not. */
  readonly failure: string | null;
}

/** One thing that happened in a call: a step began, a step reported something, or a request or a callback was sent. */
export interface StoryMoment {
  /** Seconds since the document of the call began. */
  readonly time: number;
  /** The index of the step in `steps`. Null for a callback, and for a request without a step, such as that of the first document. */
  readonly step: number | null;
  /** What the step reported. `says` of the step has all its reports. */
  readonly text?: string;
  /** The index of the request in `requests`. */
  readonly request?: number;
  /** The index of the callback in `webhooks`. */
  readonly webhook?: number;
  /** The call ended. What follows at the same time is because of that. */
  readonly ended?: true;
}

/** A moment of a run. Its time does not say which of the callbacks of the same time came before it. */
export interface RunMoment extends StoryMoment {
  /** The id of the latest callback before it, if no earlier moment names it. */
  readonly after_callback?: string;
}

/** What happened in a call, however it began. The callbacks are also those of the calls that it dialled. */
export interface CallStory
  extends Omit<CallSummary, 'steps'>,
    Pick<Ring, 'requests' | 'problems' | 'ended' | 'webhooks' | 'unused'> {
  readonly steps: readonly TimedStep[];
  /** What happened, in order, each with its time. */
  readonly moments: readonly StoryMoment[];
  /** The URL of its first document, also before it is requested; null without one. */
  readonly document: string | null;
  /** The document itself, if the call began with it instead of a URL; null otherwise. */
  readonly swml: unknown;
  /** When its document began; the times of the steps count from then. Null without one. */
  readonly document_started: string | null;
  /** The time of the sandbox when the story was read, also after the call. */
  readonly now: string;
  /** The calls that its steps dialled, in order. */
  readonly called: readonly CallSummary[];
  /** The variables at the end. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A step with its duration in seconds; null while it runs. */
export interface TimedStep extends StoryStep {
  readonly duration: number | null;
}
