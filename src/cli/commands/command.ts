/** What may stand in a place of the command line: for the shell, which completes it. */
export type Slot = 'file' | 'folder' | 'profile' | 'skill' | 'text' | readonly string[];

/** One option, as Node's parser takes it, and what the help and the shell say of it. */
export interface CliOption {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What its value is. Text unless told otherwise. */
  readonly takes?: Slot;
  readonly help?: string;
}

export type CliOptions = Readonly<Record<string, CliOption>>;

/** One word after `patchbay`. The help and the shells' completion list what the table of commands holds. */
export interface CliCommand {
  /** As it is typed, with what it takes: `run FILE.ts [args]`. */
  readonly usage: string;
  readonly help: string;
  /** The word that may come next, and what follows it. */
  readonly actions?: Readonly<Record<string, Slot>>;
  /** What follows a command that has no such words. */
  readonly takes?: Slot;
  /** Asked for when they stand with what only the command itself needs. */
  readonly options?: CliOptions | (() => Promise<CliOptions>);
  run(args: readonly string[]): Promise<number>;
}
