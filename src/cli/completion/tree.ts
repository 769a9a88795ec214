import { type CliCommand, type CliOptions, optionsOf, type Slot } from '../command.js';

export interface Word {
  readonly word: string;
  readonly help: string;
}

export interface Flag extends Word {
  /** The short form: `-e` for `--eval`. */
  readonly short: string | undefined;
  /** The kind of value that follows; undefined for a flag without a value. */
  readonly takes: Slot | undefined;
}

/** One state of the command line: the words typed so far, joined by slashes, and the words that can follow. */
export interface CommandState {
  /** For example `''`, `/profile`, `/profile/use`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly takes: Slot;
  /** The options of the command, or of the bench if no command is typed. */
  readonly flags: readonly Flag[];
}

/** Lists every state of the command line, from the same tables that run the commands and print the help. */
export async function statesOf(
  commands: Readonly<Record<string, CliCommand>>,
  benchOptions: CliOptions,
): Promise<readonly CommandState[]> {
  const words = Object.entries(commands).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
  const states: CommandState[] = [{ path: '', words, takes: 'text', flags: flagsOf(benchOptions) }];
  for (const [name, command] of Object.entries(commands)) {
    const { actions = {}, takes = 'text' } = command;
    const all = await Promise.all([command, ...Object.values(actions)].map(optionsOf));
    const flags = flagsOf(Object.assign({}, ...all));
    const names = Object.entries(actions).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
    states.push({ path: `/${name}`, words: names, takes, flags });
    for (const [action, { takes: slot = 'text', takesNext }] of Object.entries(actions)) {
      states.push({ path: `/${name}/${action}`, words: [], takes: slot, flags });
      if (takesNext) states.push({ path: `/${name}/${action}/*`, words: [], takes: takesNext, flags });
    }
  }
  return states;
}

const flagsOf = (options: CliOptions): Flag[] =>
  Object.entries(options).map(([name, { type, short, takes = 'text', help }]) => ({
    word: `--${name}`,
    short: short === undefined ? undefined : `-${short}`,
    help: firstSentence(help),
    takes: type === 'boolean' ? undefined : takes,
  }));

const firstSentence = (text: string) => (/^[\s\S]*?(?=[.:;](?:\s|$)|$)/.exec(text)?.[0] ?? '').replace(/\s+/g, ' ');

export const spellings = ({ word, short }: Flag): string[] => (short === undefined ? [word] : [word, short]);

const repeats = (takes: Slot) => takes === 'file' || takes === 'folder';

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

export const kindOf = (takes: Slot): string => (typeof takes === 'string' ? takes : `words:${takes.join(' ')}`);

/** Quotes a text for a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
