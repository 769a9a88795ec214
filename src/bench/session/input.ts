import { isExpression } from '../../eval/index.js';
import { type DotCommand, dotCommand } from '../../util/index.js';

export type Input =
  | { readonly kind: 'command'; readonly command: DotCommand }
  | { readonly kind: 'help'; readonly topic: string }
  /** Syntax of another shell. `says` names the equivalent here. */
  | { readonly kind: 'foreign'; readonly says: string }
  | CodeInput;

/** Code that runs in the foreground, or in the background when it ends in `&`. */
export type CodeInput = { readonly kind: 'code' | 'job'; readonly code: string };

const HELP_QUERY = /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)(?:\s*\?|\?\?)\s*$/u;

/** Words of other shells and the commands that they stand for. */
const WORDS: Readonly<Record<string, string>> = {
  help: '.help',
  '?': '.help',
  exit: '.exit',
  quit: '.exit',
  it: '.more',
};
/** Syntax of other shells that is never valid code. `$1` is the name or the code in it. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:patchbay\s+)?help\s+([\w$.]+)$/, 'To see help on a name, type `.help $1`'],
  [/^\?{1,2}\s*([\w$.]+)$/, 'To see help on a name, type `$1?`'],
  [/^%{1,2}time(?:it)?\s+(\S.*)$/, 'To time code, type `.time $1`'],
  [/^%{1,2}[a-z].*$/s, 'Commands start with a dot here. To list them, type `.help`'],
  [/^!!$/, '`!!` does not repeat an input. To edit an earlier input, press Up'],
];
const ON_VALUE = '`NAME?` explains a name. Store the value first: `x = …`, then `x?`';
const MOST_ON_VALUE = 1_000;

const WORD = /^\s*(\?|[a-z]+)(?:\(\s*\))?\s*;?\s*$/;

/** Parses an input. `isDefined` says whether a variable has this name; the variable then wins over a word such as `exit`. */
export function parseInput(source: string, isDefined: (name: string) => boolean = () => false): Input {
  const word = WORD.exec(source)?.[1] ?? '';
  const command = dotCommand(Object.hasOwn(WORDS, word) && !isDefined(word) ? (WORDS[word] as string) : source);
  if (command) return { kind: 'command', command };
  const topic = HELP_QUERY.exec(source)?.[1];
  if (topic !== undefined) return { kind: 'help', topic };
  const says = equivalentOf(source.trim());
  return says === undefined ? parseCode(source) : { kind: 'foreign', says };
}

/** Returns a sentence on syntax that does not work here. Only a `?` without a space asks for help: `a > b ?` continues. */
function equivalentOf(text: string): string | undefined {
  const value = text.length > MOST_ON_VALUE ? undefined : /^(.*[^\s?])\?{1,2}$/.exec(text)?.[1];
  if (value !== undefined && isExpression(value)) return ON_VALUE;
  const [form, says] = FOREIGN.find(([foreign]) => foreign.test(text)) ?? [];
  return form && says && text.replace(form, says);
}

/** Parses source that is always code, such as a file or the argument of `.time`. */
export function parseCode(source: string): CodeInput {
  const job = /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
  return job === undefined ? { kind: 'code', code: source } : { kind: 'job', code: job };
}
