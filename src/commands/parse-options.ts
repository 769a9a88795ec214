import { parseArgs } from 'node:util';
import { nearest, UsageError } from '../util/index.js';
import type { CommandOptions } from './command-use.js';

type Parsed<T extends CommandOptions> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

const NO_CODE = "-e needs code: patchbay -e '1 + 1'";

/** Parses options with Node's parser and rewrites its error messages. */
export function parse<T extends CommandOptions>(
  args: readonly string[],
  options: T,
  allowPositionals = true,
): Parsed<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals }) as Parsed<T>; // the flag is not in the type
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const [, dashed, instead] =
      /^Option '(.+)' argument is ambiguous.* use '([^']+)'/s.exec((error as Error).message) ?? [];
    if (dashed) throw new UsageError(`${dashed} needs a value. Write a value that starts with a dash as in ${instead}`);
    const [, unset] = /^Option '(.+?)(?: <value>)?' argument missing/.exec(message) ?? [];
    if (unset)
      throw new UsageError(unset.includes('--eval') ? NO_CODE : `${unset.replace(/^-\w, /, '')} needs a value`);
    const [, typed = ''] = /^Unknown option '(-[^']+)'/.exec(message) ?? [];
    const meant = nearest(typed.replace(/^-+/, ''), Object.keys(options));
    throw new UsageError(
      typed === '' ? message : `unknown option ${typed}${meant ? `. Did you mean --${meant}?` : ''}`,
    );
  }
}
