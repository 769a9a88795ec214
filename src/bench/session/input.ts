import { isExpression } from '../../eval/index.js';
import { type DotCommand, dotCommand } from '../../util/index.js';

export type Input =
  | { readonly kind: 'command'; readonly command: DotCommand }
  | { readonly kind: 'help'; readonly topic: string }
  /** Syntax of another shell. `says` names the equivalent here. */
  | { readonly kind: 'foreign'; readonly advice: string }
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
const shell = (line: string, target = '') =>
  `To run a shell command, type \`${target}(await import('node:child_process')).execSync('${line}').toString()\``;
/** `files = !ls` keeps the output of a command in other shells. In TypeScript, `open = !done` negates a variable. */
const KEPT_SHELL_COMMAND =
  /^((?:(?:const|let|var)\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*=\s*)!\s*((?:[a-z]\w*\s+[\w./~*-][^'\\\n]*)|cat|date|df|dir|env|git|ls|npm|ps|pwd|uname|whoami)$/u;
/** `!ls -l` runs a command in other shells. In TypeScript, it negates a variable. */
const SHELL_COMMAND = /^!\s*(([a-z]\w*)(?:\s+[\w./~-][^'\\\n]*)?)$/;
const NEGATED = new Set(['true', 'false', 'null', 'undefined', 'this', 'await', 'typeof', 'new', 'void', 'delete']);
/** Syntax of other shells that is never valid code. `$1` is the name or the code in it. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:patchbay\s+)?help\s+([\w$.]+)$/, 'To see help on a name, type `.help $1`'],
  [/^import\s+([\w.]+)\s+as\s+(\w+);?$/, "To import a module, type `import * as $2 from '$1'`"],
  [/^import\s+([\w.]+);?$/, "To import a module, type `import { NAME } from '$1'`"],
  [/^from\s+([\w.]+)\s+import\s+(\w[\w, ]*)$/, "To import a module, type `import { $2 } from '$1'`"],
  [/^def\s+(\w+)\s*\(([^()]*)\)\s*(?:->[^\n]*)?:[\s\S]*$/, 'To define a function, type `function $1($2) { … }`'],
  [/^\?{1,2}\s*([\w$.]+)$/, 'To see help on a name, type `$1?`'],
  [/^%{1,2}time(?:it)?\s+(\S.*)$/, 'To time code, type `.time $1`'],
  [/^%{1,2}(?:bash|sh|script|system|sx)\s+([^'\\]+)$/, shell('$1')],
  [/^%(?:pip|conda|npm)\b.*$/, 'To install a package, run `npm install NAME` in a terminal'],
  [/^%cd\s+(\S+)$/, "To change the folder, type `process.chdir('$1')`"],
  [/^%pwd$/, 'To show the folder, type `process.cwd()`'],
  [/^%(?:run|load)\s+(\S+)$/, 'To run a file, type `.load $1`'],
  [/^%(?:env|set_env)\b.*$/, 'Environment variables are fields of `process.env`'],
  [/^%%(html|svg|markdown)\b[\s\S]*$/, 'In a notebook, type `display.$1(source)`'],
  [/^%{1,2}[a-z].*$/s, 'Commands start with a dot here. To list them, type `.help`'],
  [/^!!$/, '`!!` does not repeat an input. To edit an earlier input, press Up'],
];
const onValue = (code: string) => `To see help on a value, type \`x = ${code}\`, then \`x?\``;
const MAX_ON_VALUE = 1_000;
const HELP_CALL = /^help\(\s*(?:([\w$.]+)|(["'])([\w$. -]+)\2|(\S.*?))\s*\)\s*;?$/;

const WORD = /^\s*(\?|[a-z]+)(?:\(\s*\))?\s*;?\s*$/;

/**
 * Parses an input. `isDefined` returns whether a variable has this name; the variable then wins over a word such as
 * `exit`. Without it, `!name` is code.
 */
export function parseInput(source: string, isDefined?: (name: string) => boolean): Input {
  const word = WORD.exec(source)?.[1] ?? '';
  const command = dotCommand(Object.hasOwn(WORDS, word) && !isDefined?.(word) ? (WORDS[word] as string) : source);
  if (command) return { kind: 'command', command };
  const topic = HELP_QUERY.exec(source)?.[1];
  if (topic !== undefined) return { kind: 'help', topic };
  const advice = equivalentOf(source.trim(), isDefined);
  return advice === undefined ? parseCode(source) : { kind: 'foreign', advice };
}

/** Returns a sentence on syntax that does not work here. Only a `?` without a space asks for help: `a > b ?` continues. */
function equivalentOf(text: string, isDefined: ((name: string) => boolean) | undefined): string | undefined {
  const isUnknown = (name: string) => isDefined?.(name) === false && !NEGATED.has(name) && !(name in globalThis);
  const [, line, name = ''] = SHELL_COMMAND.exec(text) ?? [];
  if (line !== undefined && isUnknown(name)) return shell(line);
  const [, target = '', kept] = KEPT_SHELL_COMMAND.exec(text) ?? [];
  if (kept !== undefined && isUnknown(kept.split(/\s/, 1)[0] as string)) return shell(kept, target);
  const short = text.length > MAX_ON_VALUE ? '' : text;
  const [, topic, , words, value] = (isUnknown('help') && HELP_CALL.exec(short)) || [];
  if (topic !== undefined) return `To see help on a name, type \`${topic}?\``;
  if (words !== undefined) return `To see help on a name, type \`.help ${words}\``;
  if (value !== undefined) return onValue(value);
  const asked = /^(.*[^\s?])\?{1,2}$/.exec(short)?.[1];
  if (asked !== undefined && isExpression(asked)) return onValue(asked);
  const [form, advice] = FOREIGN.find(([foreign]) => foreign.test(text)) ?? [];
  return form && advice && text.replace(form, advice);
}

/** Parses source that is always code, such as a file or the argument of `.time`. */
export function parseCode(source: string): CodeInput {
  const job = /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
  return job === undefined ? { kind: 'code', code: source } : { kind: 'job', code: job };
}
