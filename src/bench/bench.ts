import type { Completion } from '../assist/index.js';
import type { Completeness } from '../eval/index.js';
import type { KnownSecrets } from '../redact/index.js';
import type { SheetPart } from '../util/index.js';
import type { Mode } from './mode/mode.js';
import type { Profiles } from './mode/profiles.js';
import type { RecordingOptions } from './mode/recording.js';
import type { Jobs } from './session/jobs.js';
import type { SessionLog } from './session/session-log.js';

/** How an input ended. The log holds the same, and everything that happened on the way. */
export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

/** The assembled bench. The Ink view, the kernel, `-e`, scripts and notebooks are fronts of this one object. */
export interface Bench {
  readonly mode: Mode;
  /** One short line for the prompt or the first line of a plain run: where requests go. */
  readonly whereRequestsGo: string;
  readonly log: SessionLog;
  /** The secrets of this session. Everything that is shown or kept goes through it. */
  readonly discretion: Pick<KnownSecrets, 'input' | 'known' | 'text' | 'value'>;
  /** The preloaded names: `platform`, `registry`, `agent`, `sandbox`, `RestClient`, … */
  readonly globals: Readonly<Record<string, unknown>>;
  /** Evaluates one input (or runs a dot command). Never rejects: the outcome says how it ended. */
  run(source: string, options?: RunOptions): Promise<Outcome>;
  /** Evaluates code as part of something else: no input of its own. */
  evaluate(source: string, options?: RunOptions): Promise<unknown>;
  /** Makes names that every input finds. */
  define(names: Readonly<Record<string, unknown>>): void;
  /** Those that the user keeps, and those of the config file. */
  profiles(): Profiles;
  /** What is in scope, looked at without running anything. */
  readonly scope: { names(): readonly string[]; peek(name: string): PropertyDescriptor | undefined };
  /** What runs in the background. */
  readonly jobs: Pick<Jobs, 'list' | 'stop'>;
  /** The request that is under way, in a few words: `queues.list, page 3`. */
  readonly waitsFor: string | undefined;
  /** Stops the running input from inside the process (a busy loop is the watchdog's business), and says whether there was one. */
  interrupt(): boolean;
  complete(source: string, cursor: number): Promise<Completion>;
  /** All there is to know of a name. Rejects when nothing has it. Runs nothing of the user's. */
  help(topic: string): Promise<readonly SheetPart[]>;
  /** The lines of an error's stack that are the user's own. */
  framesOf(error: unknown): readonly string[];
  /** What to do about an error that an input ended with, a line each. */
  adviceOn(error: unknown): readonly string[];
  completeness(source: string): Completeness;
  /** Switches where requests go; `platform` stays the same object. */
  use(mode: Mode): Promise<void>;
  /** Also writes down every exchange from now on. */
  record(to: RecordingOptions): Promise<void>;
  /** Loads what the first inputs will need, in idle time. */
  warmUp(): Promise<void>;
  /** Asks the front to end the session: a `leave` event. */
  leave(): void;
  close(): Promise<void>;
}

export interface RunOptions {
  /** Shown in stack traces in place of `input-N`. */
  readonly filename?: string;
  /** A script: its last expression is not a result, relative imports start at its folder. */
  readonly script?: boolean;
}
