import type { parseArgs } from 'node:util';
import type { Cassette } from '../cassette/index.js';
import type { Undecided } from '../redact/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Sheet } from '../show/index.js';
import type { Agent, SkillRegistry } from '../skills/index.js';
import type { CommandOptions, CommandUse } from './command-use.js';
import type { Profiles } from './profiles.js';

/** The arguments of a command, as the parser returns them for its options. */
export interface Given<O extends CommandOptions> {
  readonly values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];
  readonly positionals: readonly string[];
}

/** What a command can use of the shell or of the prompt that runs it. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  /** How another command is typed here: `patchbay explain` or `.explain`. */
  typed(command: string): string;
  /** Returns the values that a written file must not contain. */
  secrets(): Promise<readonly (string | undefined)[]>;
  /** Shows a line beside the result. */
  warn(line: string): void;
  /** Shows a line on what the command does meanwhile. */
  log(line: string): void;
  /** Shows a part of the result before the command ends. */
  print(shown: NonNullable<CommandResult['shown']>): Promise<void>;
  /** Replaces the line that shows the progress. An empty line removes it. */
  progress(line: string): void;
  /** Runs work that the user can interrupt. */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The width of the terminal, if there is one. */
  readonly columns?: number;
  profiles(): Profiles;
  /** Returns the skills that a command works with. */
  skills(flags: SkillFlags): Promise<SkillSource>;
  /**
   * Returns what asks about possible names and hosts, and returns the texts to keep. Undefined without a terminal, and an
   * error if the user insists.
   */
  reviewer?(
    isRequired: boolean | undefined,
    files: readonly string[],
  ): Promise<((undecided: readonly Undecided[]) => Promise<readonly string[]>) | undefined>;
  /** The session of the prompt. A shell has none. */
  readonly session?: CommandSession;
}

/** The options on the source of skills and of the responses of services. */
export interface SkillFlags {
  readonly skills?: readonly string[];
  readonly project?: string;
  readonly live?: boolean;
  readonly replay?: string;
  readonly check?: boolean;
  readonly record?: string;
  readonly 'no-redact'?: boolean;
}

export interface SkillSource {
  readonly registry: SkillRegistry;
  readonly isLive: boolean;
  /** Lets recordings answer for services, unless the source is live. */
  answerOffline(): Promise<void>;
  /** Creates an agent without skills. The caller closes it. */
  newAgent(): Promise<Agent>;
  /** Ends the recording of the agent's requests, if there is one. */
  endRecording?(): Promise<void>;
}

export interface CommandSession {
  readonly sandbox: Sandbox;
  /** The profile or the variables that a live session uses. */
  readonly liveSource?: string;
  /** The file of the recording with whose resources the sandbox started. */
  readonly startedFrom?: string;
  /** Returns an address that opens a page on the session once, and what the page cannot do. */
  inspect?(): Promise<{ readonly address: string; readonly note?: string | undefined }>;
  /** Returns the requests of the session, and a sentence with their numbers. */
  recording(): Promise<Pick<Cassette, 'header' | 'documents'> & { readonly counts: string }>;
}

export interface CommandResult {
  /** Text or a sheet. The shell prints it, and the prompt shows it. */
  readonly shown?: string | Sheet;
  /** The exit code in a shell: 1, 2 or 3. */
  readonly outcome?: 'failed' | 'wrong usage' | 'different';
}

export interface SharedUse<O extends CommandOptions = CommandOptions> extends CommandUse {
  readonly options: O;
  /** How the prompt shows the command, where its arguments are not those of the shell. */
  readonly atPrompt?: Partial<Pick<CommandUse, 'words' | 'help' | 'takes' | 'takesNext'>>;
  /** Whether all words are one argument: the prompt accepts a file name with blanks without quotes. */
  readonly takesOne?: true;
  /** Why the prompt does not have this form, as a sentence with the alternative. */
  readonly shellOnly?: string;
  /** Absent if shell and prompt run it differently, such as a server. They show the same options and help. */
  run?(given: Given<O>, context: CommandContext): Promise<CommandResult>;
}

export interface CommandHead {
  /** The group in the help of the prompt. */
  readonly group: 'requests' | 'session' | 'tools';
  /** In a shell, the command is the option `--record` of the bench. */
  readonly isOption?: true;
  /** At the prompt, the command is an action of this one: `.sandbox ring`. */
  readonly actionOf?: string;
}

/** A command of the shell, `patchbay NAME`, and of the prompt, `.NAME`. */
export interface SharedCommand extends CommandHead, Omit<SharedUse, 'options'> {
  readonly options?: CommandOptions;
  readonly actions?: Readonly<Record<string, SharedUse>>;
  /** The action that the prompt runs without a word, and the one that it runs if the first word is not an action. */
  readonly usual?: { readonly action: string; readonly withWord?: string };
}

/** Declares a form of a command. Its `run` gets the options with their types. */
export const sharedUse = <const O extends CommandOptions>(use: SharedUse<O>): SharedUse<O> => use;

/** Declares a command without actions. */
export const sharedCommand = <const O extends CommandOptions>(
  command: CommandHead & SharedUse<O>,
): CommandHead & SharedUse<O> => command;
