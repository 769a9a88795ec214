/** What may stand in a place of the command line: for the shell, which completes it. */
export type Slot = 'file' | 'folder' | 'profile' | 'skill' | 'text' | readonly string[];

/** One option, as Node's parser takes it, and what the help and the shell say of it. */
export interface CliOption {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What its value is. Text unless told otherwise. */
  readonly takes?: Slot;
  /** What the help calls that value: `N`, `JSON`. */
  readonly value?: string;
  readonly help: string;
}

export type CliOptions = Readonly<Record<string, CliOption>>;

/** One way to call Patchbay: what the parser takes, the help says and the shell completes. */
export interface CliUse {
  /** What follows, as it is typed, options aside: `NAME TOOL [ARGS]`. */
  readonly words?: string;
  readonly help: string;
  /** A line that works as it stands, or nearly. */
  readonly example: string;
  readonly takes?: Slot;
  /** Asked for when they stand with what only the command itself needs. */
  readonly options?: CliOptions | (() => Promise<CliOptions>);
}

/** One word after `patchbay`. The help and the shells' completion list what the table of commands holds. */
export interface CliCommand extends CliUse {
  /** The word that may come next. */
  readonly actions?: Readonly<Record<string, CliUse>>;
  /** What follows the first file is not ours to read. */
  readonly hasScript?: boolean;
  run(args: readonly string[]): Promise<number>;
}

export const optionsOf = async ({ options = {} }: CliUse): Promise<CliOptions> =>
  typeof options === 'function' ? options() : options;
