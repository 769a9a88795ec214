import type { CommandResult } from '../../../commands/index.js';
import { Sheet } from '../../../show/index.js';
import type { Bench } from '../../bench.js';
import { promptContext } from './prompt-context.js';
import type { Use } from './prompt-use.js';
import { readArguments } from './read-arguments.js';

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
