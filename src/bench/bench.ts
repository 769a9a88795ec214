import type { CallHelp, Completion, KnownItem, Trial } from '../assist/index.js';
import type { Profiles } from '../commands/index.js';
import type { Completeness, ErrorPlace, Evaluator } from '../eval/index.js';
import type { WireRequest, WireResponse } from '../http/index.js';
import type { KnownSecrets } from '../redact/index.js';
import type { Agent } from '../skills/index.js';
import type { TypeService } from '../types/index.js';
import type { SheetPart } from '../util/index.js';
import type { SessionPage } from './bench-options.js';
import type { Mode } from './mode/mode.js';
import type { RecordingOptions } from './mode/recording.js';
import type { Jobs } from './session/jobs.js';
import type { Replays } from './session/replays.js';
import type { SessionLog } from './session/session-log.js';

/** The result of an input. The log contains the same result and the events before it. */
export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

export const KEYS = ['emacs', 'vi'] as const;
export type Keys = (typeof KEYS)[number];

/** The assembled bench. The terminal view, the kernel, `-e`, scripts and notebooks all use this object. */
export interface Bench {
  readonly mode: Mode;
  /** One short line that says where requests go. The prompt and the first line of a plain run show it. */
  readonly whereRequestsGo: string;
  /** In a strict replay: a note about the recorded exchanges that were not requested yet. `close` logs it. */
  readonly unusedNote: string | undefined;
  /** The file of the recording in progress. The prompt shows its name. */
  readonly recording: string | undefined;
  /** The state in which the sandbox of this bench started. */
  readonly sandboxStart: { readonly seed?: number; readonly clock: string };
  /** The file of the recording with whose resources the sandbox started. */
  readonly startedFrom: string | undefined;
  readonly log: SessionLog;
  readonly keys: Keys;
  setKeys(keys: Keys): void;
  /** The known secrets of this session. Text is redacted with them before it is shown or stored. */
  readonly knownSecrets: Pick<KnownSecrets, 'input' | 'known' | 'text' | 'value'>;
  /** The preloaded names: `platform`, `registry`, `agent`, `sandbox`, `RestClient`, … */
  readonly globals: Readonly<Record<string, unknown>>;
  /** The name of the running input in stack traces, if `run` got one. */
  readonly filename: string | undefined;
  /** Evaluates one input or runs a dot command. Never rejects: the outcome contains the error. */
  run(source: string, options?: RunOptions): Promise<Outcome>;
  /** Evaluates code within the current input, such as a file that `.load` runs. It gets no input number. */
  evaluate(source: string, options?: RunOptions): Promise<unknown>;
  define(names: Readonly<Record<string, unknown>>): void;
  /** Returns the profiles of the user and those of the config file. */
  profiles(): Profiles;
  /** The variables in scope. Reading them runs no code. */
  readonly scope: Pick<Evaluator, 'names' | 'peek' | 'isProvided'>;
  /** Shows all of a value in the pager of the user. Absent where no pager can run. */
  readonly showInPager?: ((value: unknown) => Promise<void>) | undefined;
  /** Opens a text in the editor of the user and returns the edited text. Absent where no editor can run. */
  readonly edit?: ((text: string) => Promise<string>) | undefined;
  readonly jobs: Pick<Jobs, 'list' | 'stop'>;
  /** The replay that `.replay` started, which may wait for its next step. */
  readonly replays: Pick<Replays, 'file' | 'start' | 'next'>;
  /** A short description of the pending requests, such as `queues.list, page 3`. */
  readonly waitsFor: string | undefined;
  /** Interrupts the running input and returns whether one was running. Only the watchdog can stop a busy loop. */
  interrupt(): boolean;
  /** The ids and numbers seen so far, and those of the sandbox. Sends no request. */
  knownItems(before?: string): readonly KnownItem[];
  complete(source: string, cursor: number): Promise<Completion>;
  /** Returns the signature of the call around the cursor. Does not wait: the types answer later. */
  signature(source: string, cursor: number): CallHelp | undefined;
  /** Returns the value of an unfinished input in one line, if its evaluation has no side effect. None in a replay. */
  preview(source: string): string | undefined;
  /** The TypeScript compiler behind completion, in a worker. It runs after its `warmUp`. */
  readonly types?: Pick<TypeService, 'warmUp' | 'status'> | undefined;
  /** Returns the help for a name. Rejects for an unknown name. Runs no user code. */
  help(topic: string): Promise<readonly SheetPart[]>;
  /** Returns the stack frames of an error that belong to the user's code. */
  framesOf(error: unknown): readonly string[];
  /** Returns the innermost place of an error in the user's code, with the source. */
  placeOf(error: unknown): ErrorPlace | undefined;
  /** Fires when the user interrupts the running input. */
  readonly signal: AbortSignal;
  /** Creates an agent without skills, whose requests go where those of `agent` go. The caller closes it. */
  newAgent(): Agent;
  adviceOn(error: unknown): readonly string[];
  /** Sends a request where those of `platform` go, as code of the user does. */
  send(request: SessionRequest): Promise<WireResponse>;
  /** The page on this session, which the first call serves. Absent where no page can be served. */
  readonly inspect?: (() => Promise<SessionPage>) | undefined;
  /** Creates a copy of the sandbox as it is now, on which calls are tried. */
  newTrial(): Trial;
  completeness(source: string): Completeness;
  /** Switches the mode. `platform` stays the same object. */
  use(mode: Mode): Promise<void>;
  record(to: RecordingOptions): Promise<void>;
  /** Ends the recording in progress and returns its file. Throws a `Mistake` if there is none. */
  stopRecording(): Promise<string>;
  /** Loads esbuild in advance, so that the first TypeScript input does not wait for it. */
  warmUp(): Promise<void>;
  /** Appends a `leave` event, which asks the frontend to end the session. */
  leave(): void;
  close(): Promise<void>;
}

/** A request without the origin and the credentials, which are those of the account. */
export interface SessionRequest extends Pick<WireRequest, 'method' | 'headers' | 'body'> {
  /** The path with the query. */
  readonly path: string;
}

export interface RunOptions {
  /** The name in stack traces, instead of `input-N`. Relative imports resolve from the folder of an absolute path. */
  readonly filename?: string;
  /** Whether the source is a script, whose last expression is not a result and which may use `export`. */
  readonly script?: boolean;
  /** Whether the same source has just run, so that completion knows it. */
  readonly isRepeated?: boolean;
  /** Whether the user wrote the code for this input, so that `In`, `.history` and `.save` have it. */
  readonly isTyped?: boolean;
  /** Whether the last expression of a script is its result. */
  readonly withResult?: boolean;
}
