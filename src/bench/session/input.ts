import { type DotCommand, dotCommand } from '../../util/index.js';

export type Input =
  | { readonly kind: 'command'; readonly command: DotCommand }
  | { readonly kind: 'help'; readonly topic: string }
  | CodeInput;

/** Code that runs in the foreground, or in the background when it ends in `&`. */
export type CodeInput = { readonly kind: 'code' | 'job'; readonly code: string };

const HELP_QUERY = /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)\s*\?\s*$/u;

/** Words of other shells and the commands that they stand for. */
const WORDS: Readonly<Record<string, string>> = {
  help: '.help',
  '?': '.help',
  exit: '.exit',
  quit: '.exit',
  it: '.more',
};
const WORD = /^\s*(\?|[a-z]+)(?:\(\s*\))?\s*;?\s*$/;

/** Parses an input. `isDefined` says whether a variable has this name; the variable then wins over a word such as `exit`. */
export function parseInput(source: string, isDefined: (name: string) => boolean = () => false): Input {
  const word = WORD.exec(source)?.[1] ?? '';
  const command = dotCommand(Object.hasOwn(WORDS, word) && !isDefined(word) ? (WORDS[word] as string) : source);
  if (command) return { kind: 'command', command };
  const topic = HELP_QUERY.exec(source)?.[1];
  return topic === undefined ? parseCode(source) : { kind: 'help', topic };
}

/** Parses source that is always code, such as a file or the argument of `.time`. */
export function parseCode(source: string): CodeInput {
  const job = /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
  return job === undefined ? { kind: 'code', code: source } : { kind: 'job', code: job };
}
