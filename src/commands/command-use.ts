/** The names of a list that only running code knows, such as the formats of an export, with a summary of each. */
export type LoadedNames = () => Promise<readonly { readonly name: string; readonly summary: string }[]>;

/** The kind of value of an argument. The completion of shells and of the prompt offers such values. */
export type Slot =
  | 'file'
  | 'recording'
  | 'folder'
  | 'profile'
  | 'skill'
  | 'tool'
  | 'number'
  | 'text'
  | readonly string[]
  | LoadedNames;

/** One option, in the format of Node's parser, with its help text. */
export interface CommandOption {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The kind of value; the default is `text`. */
  readonly takes?: Slot;
  /** The placeholder for the value in the help: `N`, `JSON`. */
  readonly value?: string;
  readonly help: string;
  /** Why the prompt does not have this option, as a sentence with the alternative. */
  readonly shellOnly?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** One form of a command. The parser, the help and the completion of shells and of the prompt read it. */
export interface CommandUse {
  /** The positional arguments as the help shows them: `NAME TOOL [ARGS]`. */
  readonly words?: string;
  readonly help: string;
  /** A command line that works as it is, or with a real file or id in it. */
  readonly example: string;
  readonly takes?: Slot;
  /** The kind of the second positional argument. */
  readonly takesNext?: Slot;
  readonly options?: CommandOptions;
  /** The formats that the command reads or writes, for the help. */
  readonly formats?: LoadedNames;
}
