import { type CommandOptions, type CommandResult, type Given, parse, type SharedUse } from '../../../commands/index.js';
import { Sheet } from '../../../show/index.js';
import { quotedWords, UsageError } from '../../../util/index.js';
import { fromHome } from '../../assist/file-suggestions.js';
import type { Bench } from '../../bench.js';
import { promptContext } from './prompt-context.js';
import { optionNamed, type Use } from './prompt-use.js';

/** Runs a command that shell and prompt run alike. `name` is how it is typed: `.sandbox ring`. */
export async function runUse(name: string, { run, ...use }: Use, rest: string, bench: Bench): Promise<unknown> {
  const notes: string[] = [];
  const given = readArguments(name, { ...use, options: use.options ?? {} }, rest);
  return withNotes(notes, (await run?.(given, promptContext(bench, notes)))?.shown);
}

function withNotes(notes: readonly string[], shown: CommandResult['shown'] = ''): string | Sheet {
  if (notes.length === 0) return shown;
  return typeof shown === 'string'
    ? [...notes, shown].join('\n').trimEnd()
    : new Sheet([{ lines: notes }, ...shown.parts]);
}

/** Parses the arguments of a command at the prompt. An option that only shells have is refused with the reason. */
export function readArguments<const O extends CommandOptions>(name: string, use: SharedUse<O>, rest: string): Given<O> {
  const words = quotedWords(rest).map(fromHome);
  for (const word of words) {
    const reason = optionNamed(use.options, word)?.shellOnly;
    if (reason !== undefined) throw new UsageError(`${name} has no ${word.replace(/=.*/s, '')} here. ${reason}`);
  }
  const { values, positionals } = parsed(name, words, use.options);
  return { values, positionals: use.takesOne && positionals.length > 0 ? [positionals.join(' ')] : positionals };
}

function parsed<O extends CommandOptions>(name: string, words: readonly string[], options: O): Given<O> {
  try {
    return parse(words, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}${/[.?]$/.test(error.message) ? '' : '.'} See .help ${name.slice(1)}`);
  }
}
