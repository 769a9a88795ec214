import { nearest } from '../util/index.js';
import { UsageError } from './exit-codes.js';

/** The kind of value at a position of the command line. Shells complete it. */
export type Slot = 'file' | 'recording' | 'folder' | 'profile' | 'skill' | 'tool' | 'text' | readonly string[];

/** One option, in the format of Node's parser, with its help text. */
export interface CliOption {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The kind of value; the default is `text`. */
  readonly takes?: Slot;
  /** The placeholder for the value in the help: `N`, `JSON`. */
  readonly value?: string;
  readonly help: string;
}

export type CliOptions = Readonly<Record<string, CliOption>>;

/** One way to call Patchbay. The parser, the help and the shell completion read it. */
export interface CliUse {
  /** The positional arguments as the help shows them: `NAME TOOL [ARGS]`. */
  readonly words?: string;
  readonly help: string;
  /** A command line that works as it is, or with a real file or id in it. */
  readonly example: string;
  readonly takes?: Slot;
  /** The kind of the second positional argument. */
  readonly takesNext?: Slot;
  /** A function if the options are in a module that only this command loads. */
  readonly options?: CliOptions | (() => Promise<CliOptions>);
}

/** A command, the first word after `patchbay`. The help and the shell completion list the commands in the table. */
export interface CliCommand extends CliUse {
  readonly actions?: Readonly<Record<string, CliUse>>;
  /** Arguments after the first file belong to the script. */
  readonly hasScript?: boolean;
  run(args: readonly string[]): Promise<number>;
}

export const optionsOf = async ({ options = {} }: CliUse): Promise<CliOptions> =>
  typeof options === 'function' ? options() : options;

export function unknownAction(
  name: string,
  typed: string | undefined,
  actions: CliCommand['actions'] = {},
): UsageError {
  const all = Object.keys(actions);
  const meant = typed === undefined ? undefined : nearest(typed, all);
  return new UsageError(
    meant === undefined
      ? `${name} needs one of ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
      : `${name} has no action ${typed}. Did you mean: patchbay ${name} ${meant}?`,
  );
}
