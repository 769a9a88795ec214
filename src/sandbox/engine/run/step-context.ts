import type { DocumentUrl, Frame } from '../../runs/call-run.js';
import type { State } from '../../state/state.js';
import type { Call } from '../../subjects/calls/call.js';
import type { CallDocument, Step } from '../document/call-document.js';
import type { Scope } from '../expression/scope.js';
import type { Answer } from './story.js';

/** What a verb can read and do while its step runs. */
export interface StepContext {
  readonly state: State;
  readonly step: Step;
  /** The document of the step. */
  readonly document: CallDocument;
  /** The frame of the step. */
  readonly frame: Frame;
  /** The sections of the document. */
  readonly sections: ReadonlySet<string>;
  /** Whether the document has a list of steps with this key. */
  hasList(key: string): boolean;
  /** The simulated time, in ISO 8601. */
  readonly at: string;
  /** The call as it is now. */
  readonly call: Call;
  /** The request that an inbound message makes, for a document that answers it; null in a call. */
  readonly message: Readonly<Record<string, unknown>> | null;
  /** How many responses the document received. */
  readonly responses: number;
  readonly scope: Scope;
  /** What a scripted person set for a called party or a verb. */
  answerFor(name: string): Answer | undefined;
  /** Whether a script names a called party or a verb. Unlike `answerFor`, it does not count as a use. */
  hasAnswer(name: string): boolean;
  /** Replaces the placeholders in a value. */
  substitute(value: unknown): unknown;
  /** Sets a variable. Dotted names address nested values. `undefined` removes it. */
  set(name: string, value: unknown): void;
  /** Adds to the description of the step in the story. */
  report(text: string): void;
  /** Notes what the person on the line hears. */
  hear(sound: Sound): void;
  /** Whether someone follows the call to its end, so that nothing must wait for a command. */
  readonly isFollowed: boolean;
  /** Whether the scripted person will enter more: `asked` if a function decides. */
  readonly entries: 'left' | 'asked' | 'silent';
  /** Sends a request of cXML whose response is not executed. */
  requestOnly(url: DocumentUrl, fields: Readonly<Record<string, unknown>>): void;
  /** The step has no effect here: adds it to the story, and reports it unless a script gives the result of the verb. */
  notSimulated(lacks: string, scriptedAs?: string): void;
  /** Names the branch taken. */
  branch(text: string): void;
  /** Reports a problem with the position of the step. */
  problem(text: string): void;
  /** The step failed: sets `script_error`, raises `calling.script.warning` and reports a problem. */
  fails(code: string, text: string): void;
  /** Queues a callback of the command API if there is a URL. The ids of the call are added to `params`. */
  callback(url: string | undefined, event: string, params: object, method?: 'GET' | 'POST'): void;
  /** Counts the runs of this step in the call. */
  count(): number;
  newId(): string;
  /** Ends the call after a number of seconds. */
  limitCall(seconds: number): void;
  /** Answers the call if it is not answered. */
  answer(): void;
}

/** A sound that a step plays. */
export interface Sound {
  /** The spoken text, or the address of audio. */
  readonly text: string;
  readonly isSpoken: boolean;
  /** Seconds until it begins. */
  readonly begins?: number;
}
