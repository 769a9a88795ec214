import type { SeenIds, Suggestion } from '../../../assist/index.js';
import { type DotCommand, Mistake, nearest, type SheetPart } from '../../../util/index.js';
import type { Bench } from '../../bench.js';

export interface CompletionContext {
  readonly bench: Bench;
  readonly seen: Pick<SeenIds, 'fitting' | 'ownNumbers'>;
}

/** The groups of commands, in the order of the help. `.help GROUP` lists the commands of one. */
export const GROUPS = ['requests', 'session', 'tools', 'prompt'] as const;

type Forms = readonly (readonly [usage: string, help: string])[];

/** A dot command. Help and completion use the same object that runs. */
export interface Command {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  /** The usage of the arguments: `[sandbox | live]`. */
  readonly takes?: string;
  readonly help: string;
  /** The forms of the arguments with their descriptions, when one line of help is not enough. */
  readonly forms?: Forms | (() => Promise<Forms>);
  /** The number of words, if it is limited. More are an error, because they would change nothing. */
  readonly maxWords?: number;
  /** The arguments are code and are completed as code. */
  readonly takesCode?: true;
  /** Returns completions for the last of the words. */
  complete?(
    words: readonly string[],
    context: CompletionContext,
  ): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Returns the numbers of the account, if the last of the words is one of them. They are its completions. */
  ownNumbers?(words: readonly string[], context: CompletionContext): readonly string[] | undefined;
  /** Runs the command. Returns text, a sheet or any value to show, or undefined for no output. */
  run(typed: DotCommand, bench: Bench): unknown;
}

/** Names that other programs use for commands. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '.bye': '.exit',
  '.close': '.exit',
  '.man': '.help',
  '.messages': '.sandbox inbox',
  '.inbox': '.sandbox inbox',
  '.q': '.exit',
  '.quit': '.exit',
  '.reset': '.sandbox reset',
  '.ring': '.sandbox ring',
  '.run': '.load',
};

/** Returns a command by its name with the dot. Throws a `Mistake` that suggests a similar name. */
export function commandNamed(name: string, commands: readonly Command[]): Command {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const similar =
    other ??
    nearest(
      name,
      commands.map((one) => one.name),
    );
  throw new Mistake(
    `there is no command ${name}. ${similar ? `Did you mean ${similar}?` : 'Type .help to list the commands.'}`,
  );
}

export const usageOf = ({ name, takes = '' }: Command): string => `${name} ${takes}`.trim();

export const formsOf = async ({ forms = [] }: Command): Promise<Forms> =>
  typeof forms === 'function' ? forms() : forms;

export async function commandHelp(command: Command): Promise<SheetPart[]> {
  const pairs = await formsOf(command);
  return [{ title: usageOf(command) }, command.help, ...(pairs.length > 0 ? [{ pairs }] : [])];
}

/** Runs a command with the number of words that it takes. */
export function runWith(command: Command, typed: DotCommand, bench: Bench): unknown {
  checkWords(usageOf(command), typed.words, command.maxWords);
  return command.run(typed, bench);
}

/** Refuses words that a command would ignore. */
export function checkWords(usage: string, words: readonly string[], max = Number.POSITIVE_INFINITY): void {
  if (words.length <= max) return;
  throw new Mistake(`\`${words.slice(max).join(' ')}\` is too much. Usage: ${usage}`);
}

/** Converts words, or pairs of a word and its meaning, to suggestions. */
export const choices = (all: readonly (string | readonly [text: string, detail: string])[]): Suggestion[] =>
  all.map((one) =>
    typeof one === 'string' ? { text: one, kind: 'value' } : { text: one[0], kind: 'value', detail: one[1] },
  );
