import type { CommandOptions, CommandUse } from '../../commands/index.js';
import { type CliCommand, type KnownSlot, knownSlot } from '../command.js';

export interface Word {
  readonly word: string;
  readonly help: string;
}

export interface Flag extends Word {
  /** The short form: `-e` for `--eval`. */
  readonly short: string | undefined;
  /** The kind of value that follows; undefined for a flag without a value. */
  readonly takes: KnownSlot | undefined;
}

/** One state of the command line: the words typed so far, joined by slashes, and the words that can follow. */
export interface CommandState {
  /** For example `''`, `/profile`, `/profile/use`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly takes: KnownSlot;
  /** The options of the command, or of the bench if no command is typed. */
  readonly flags: readonly Flag[];
}

/** Lists every state of the command line, from the same tables that run the commands and print the help. */
export async function statesOf(
  commands: Readonly<Record<string, CliCommand>>,
  benchOptions: CommandOptions,
): Promise<readonly CommandState[]> {
  const words = Object.entries(commands).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
  const states: CommandState[] = [{ path: '', words, takes: 'text', flags: await flagsOf(benchOptions) }];
  for (const [name, command] of Object.entries(commands)) {
    const { actions = {} } = command;
    const uses: readonly CommandUse[] = [command, ...Object.values(actions)];
    const flags = await flagsOf(Object.assign({}, ...uses.map(({ options }) => options)));
    const names = Object.entries(actions).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
    states.push({ path: `/${name}`, words: names, takes: await slotOf(command.takes), flags });
    for (const [action, { takes, takesNext }] of Object.entries(actions)) {
      states.push({ path: `/${name}/${action}`, words: [], takes: await slotOf(takes), flags });
      if (takesNext) states.push({ path: `/${name}/${action}/*`, words: [], takes: await slotOf(takesNext), flags });
    }
  }
  return states;
}

const slotOf = (takes: CommandUse['takes'] = 'text') => knownSlot(takes);

const flagsOf = (options: CommandOptions): Promise<Flag[]> =>
  Promise.all(
    Object.entries(options).map(async ([name, { type, short, takes, help }]) => ({
      word: `--${name}`,
      short: short === undefined ? undefined : `-${short}`,
      help: firstSentence(help),
      takes: type === 'boolean' ? undefined : await slotOf(takes),
    })),
  );

const firstSentence = (text: string) => (/^[\s\S]*?(?=[.:;](?:\s|$)|$)/.exec(text)?.[0] ?? '').replace(/\s+/g, ' ');

export const spellings = ({ word, short }: Flag): string[] => (short === undefined ? [word] : [word, short]);

const repeats = (takes: KnownSlot) => takes === 'file' || takes === 'folder';

/** Returns the bench and each command. Actions share the options of their command. */
export const takingFlags = (states: readonly CommandState[]) => states.filter(({ path }) => path.lastIndexOf('/') <= 0);

/** Returns shell patterns for a place and for everything after it. */
export const within = (path: string): string[] => (path === '' ? [path] : [path, `${path}/*`]);

/** Returns shell patterns for a place. If files can be repeated there, they also match the positions after it. */
export const alike = ({ path, takes, words }: CommandState): string[] =>
  words.length === 0 && repeats(takes) ? within(path) : [path];

/** Returns shell patterns for options whose value is the next word. Each pattern is a place, a colon and the option. */
export const valued = (states: readonly CommandState[]) =>
  takingFlags(states).flatMap(({ path, flags }) =>
    flags.flatMap((flag) =>
      flag.takes === undefined
        ? []
        : [{ takes: flag.takes, patterns: within(path).flatMap((at) => spellings(flag).map((one) => `${at}:${one}`)) }],
    ),
  );

export const kindOf = (takes: KnownSlot): string => (typeof takes === 'string' ? takes : `words:${takes.join(' ')}`);

/** Quotes a text for a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
