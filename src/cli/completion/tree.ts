import { type CliCommand, type CliOptions, optionsOf, type Slot } from '../commands/command.js';

/** A word that may be typed, and what it is for. */
export interface Word {
  readonly word: string;
  readonly help: string;
}

export interface Flag extends Word {
  /** `-e` for `--eval`. */
  readonly short: string | undefined;
  /** What must follow it; nothing when it stands alone. */
  readonly takes: Slot | undefined;
}

/** One state of the command line: the words typed so far, joined by slashes, and what may come next. */
export interface Place {
  /** `''`, `/profile`, `/profile/use`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly takes: Slot;
  /** Of the command that was typed; of the bench where none was. */
  readonly flags: readonly Flag[];
}

/** Every place of the command line, from the same objects that run and that the help is printed from. */
export async function placesOf(
  commands: Readonly<Record<string, CliCommand>>,
  benchOptions: CliOptions,
): Promise<readonly Place[]> {
  const words = Object.entries(commands).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
  const places: Place[] = [{ path: '', words, takes: 'text', flags: flagsOf(benchOptions) }];
  for (const [name, command] of Object.entries(commands)) {
    const { actions = {}, takes = 'text' } = command;
    const all = await Promise.all([command, ...Object.values(actions)].map(optionsOf));
    const flags = flagsOf(Object.assign({}, ...all));
    const names = Object.entries(actions).map(([word, { help }]) => ({ word, help: firstSentence(help) }));
    places.push({ path: `/${name}`, words: names, takes, flags });
    for (const [action, { takes: slot = 'text' }] of Object.entries(actions))
      places.push({ path: `/${name}/${action}`, words: [], takes: slot, flags });
  }
  return places;
}

const flagsOf = (options: CliOptions): Flag[] =>
  Object.entries(options).map(([name, { type, short, takes = 'text', help }]) => ({
    word: `--${name}`,
    short: short === undefined ? undefined : `-${short}`,
    help: firstSentence(help),
    takes: type === 'boolean' ? undefined : takes,
  }));

const firstSentence = (text: string) => (/^[\s\S]*?(?=[.:;](?:\s|$)|$)/.exec(text)?.[0] ?? '').replace(/\s+/g, ' ');

/** All spellings of a flag. */
export const spellings = ({ word, short }: Flag): string[] => (short === undefined ? [word] : [word, short]);

/** Several files may follow each other; a name of ours comes once. */
const repeats = (takes: Slot) => takes === 'file' || takes === 'folder';

/** Where options are taken: they hold wherever something of their command was typed. */
export const takingFlags = (places: readonly Place[]) => places.filter(({ path }) => path.lastIndexOf('/') <= 0);

/** Shell patterns for a place, and for what was typed behind it. */
export const within = (path: string): string[] => (path === '' ? [path] : [path, `${path}/*`]);

/** Shell patterns for the place itself, and for what is like it: a second file. */
export const alike = ({ path, takes, words }: Place): string[] =>
  words.length === 0 && repeats(takes) ? within(path) : [path];

/** Shell patterns for options whose value is the next word, in front of them where they stand. */
export const valued = (places: readonly Place[]) =>
  takingFlags(places).flatMap(({ path, flags }) =>
    flags.flatMap((flag) =>
      flag.takes === undefined
        ? []
        : [{ takes: flag.takes, patterns: within(path).flatMap((at) => spellings(flag).map((one) => `${at}:${one}`)) }],
    ),
  );

/** A slot in a word. */
export const kindOf = (takes: Slot): string => (typeof takes === 'string' ? takes : `words:${takes.join(' ')}`);

/** For a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
