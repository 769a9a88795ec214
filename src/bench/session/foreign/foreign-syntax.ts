import { isExpression } from '../../../eval/index.js';
import { magicAdvice } from './magics.js';
import { patchbayCommand } from './patchbay-command.js';
import { pythonImport } from './python-import.js';

/** A sentence on what to type in place of an input. */
export interface Equivalent {
  readonly advice: string;
  /** The sentence at a prompt, where `!command` runs. */
  readonly atPrompt?: string;
}

const shell = (line: string, target = '') =>
  `To run a shell command, type \`${target}(await import('node:child_process')).execSync('${line}').toString()\``;
/** `files = !ls` keeps the output of a command in other shells. In TypeScript, `open = !done` negates a variable. */
const KEPT_SHELL_COMMAND =
  /^((?:(?:const|let|var)\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*=\s*)!\s*((?:[a-z]\w*\s+[\w./~*-][^'\\\n]*)|cat|date|df|dir|env|git|ls|npm|ps|pwd|uname|whoami)$/u;
/** `!ls -l` runs a command. In TypeScript, `!` negates a value. */
const SHELL_COMMAND = /^!\s*([^\s!([{][^\n]*)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*/u;
const NEGATED = new Set(['true', 'false', 'null', 'undefined', 'this', 'await', 'typeof', 'new', 'void', 'delete']);
/** Programs that people start in a terminal. Those with the name of an English word need an option, a path or a URL. */
const PROGRAMS =
  'npm|npx|yarn|pnpm|pip|python3?|node|git|docker|brew|apt|scp|ping|dig|grep|awk|sed|ps|echo|mkdir|rm|mv|cp|chmod|tar|whoami|uname';
const WITH_WORDS = 'make|find|kill|open|touch|which|code|go|start|sort|watch';
/** Programs that read keys. `!command` has no input. */
const WITH_KEYS = 'sudo|ssh|vim?|nano|emacs|htop|tmux|su';
/** Commands of a terminal, if no variable has the name of the first word. `$1` is the rest. */
const COMMANDS: readonly (readonly [form: RegExp, advice: string, atPrompt?: string])[] = [
  [/^(?:ls|dir)(?: +(?:-\w|[\w./~*])\S*)*$/, "To list files, type `(await import('node:fs')).readdirSync('.')`"],
  [/^pwd$/, 'To show the folder, type `process.cwd()`'],
  [/^cd\s+([^\s'`]+)$/, "To change the folder, type `process.chdir('$1')`"],
  [
    /^(?:cat|less|more|head|tail)\s+([^\s'`-][^\s'`]*)$/,
    "To read a file, type `(await import('node:fs')).readFileSync('$1', 'utf8')`",
  ],
  [/^(?:clear|cls)$/, 'To clear the screen, press Ctrl-L'],
  [/^(?::q!?|:wq|bye|logout)$/, 'To leave, type `.exit`'],
  [/^(?:\/|--|:)help$/, 'To see the commands, type `.help`'],
  [/^man\s+([a-zA-Z$_][\w$.]*)$/, 'To see help on a name, type `.help $1`'],
  [/^why$/, 'To see why a request failed, type `.why`'],
  [/^undo$/, 'To return the sandbox to its initial state, type `.sandbox reset`'],
  [/^history$/, 'To list the inputs, type `.history`'],
  [/^(?:wget|http|https)\s+(?:-\S+\s+)*(https?:\/\/[^\s'`\\]+)$/, "To send a request, type `await fetch('$1')`"],
  [/^export\s+(\w+)=([^\s'"`\\$]*)$/, "To set an environment variable, type `process.env.$1 = '$2'`"],
  [
    /^(?:npm|npx|yarn|pnpm)\s+(?:i|install|add)\b(.*)$/,
    'To install a package, run `npm install$1` in a terminal',
    'To install a package, type `!npm install$1`',
  ],
  [
    new RegExp(`^(?:(?:${WITH_KEYS})(?:\\s+[\\w./~-].*)?|(?:top|man)\\s+(?:-\\w|[./~]).*)$`),
    '`$&` reads keys. Run it in a terminal of its own',
  ],
  [
    new RegExp(`^(?:(${PROGRAMS})(?:\\s+[\\w./~-].*)?|(?:${WITH_WORDS})\\s+(?:-\\w|[./~]|https?://).*)$`),
    '`$&` is a command of a terminal. Run it there',
    'To run a command of a terminal, type `!$&`',
  ],
  [/^show\s+(?:collections|dbs|databases|tables)$/, 'To list what the platform has, type `platform?`'],
  [/^db\.?$/, '`platform` is the client. To list what it has, type `platform?`'],
  [/^use\s+[\w-]+$/, 'To show where requests go, type `.mode`'],
  [/^(?:select|SELECT)\s.*\s(?:from|FROM)\s+(\w+).*$/, 'To find the call that lists something, type `.help list $1`'],
];
/** Syntax of other shells that is never valid code. `$1` is the name or the code in it. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:<\?xml[^>]*\?>\s*)?<Response\b[\s\S]*$/, callDocument('cXML')],
  [/^(?:---\s*\n)?(?:version:[^\n]*\n\s*)?sections:\s*(?:\n[ \t]+[\w-]+:[\s\S]*)?$/, callDocument('SWML')],
  [/^def\s+(\w+)\s*\(([\w, ]*)\)\s*(?:->[^\n]*)?:[\s\S]*$/, 'To define a function, type `function $1($2) {}`'],
  [/^def\s+(\w+)\s*\([^()]*\)\s*(?:->[^\n]*)?:[\s\S]*$/, 'To define a function, type `function $1() {}`'],
  [/^class\s+(\w+)\s*\(\s*([\w.]+)\s*\):[\s\S]*$/, 'To define a class, type `class $1 extends $2 {}`'],
  [/^class\s+(\w+)\s*(?:\([^()]*\))?:[\s\S]*$/, 'To define a class, type `class $1 {}`'],
  [/^\?{1,2}\s*([\w$.]+)$/, 'To see help on a name, type `$1?`'],
  [/^!!$/, '`!!` does not repeat an input. To edit an earlier input, press Up'],
];
const onValue = (code: string) => `To see help on a value, type \`x = ${code}\`, then \`x?\``;
const MAX_ON_VALUE = 1_000;
const HELP_CALL = /^help\(\s*(?:([\w$.]+)|(["'])([\w$. -]+)\2|(\S.*?))\s*\)\s*;?$/;

const unknownIn = (isDefined: ((name: string) => boolean) | undefined) => (name: string) =>
  isDefined?.(name) === false && !NEGATED.has(name) && !(name in globalThis);

/** Returns the command in `!command`, unless it negates a value. */
export function shellLine(text: string, isDefined: ((name: string) => boolean) | undefined): string | undefined {
  const line = isDefined && SHELL_COMMAND.exec(text)?.[1];
  if (!line) return undefined;
  const [name] = NAME.exec(line) ?? [];
  return (name === undefined ? !isExpression(text) : unknownIn(isDefined)(name)) ? line : undefined;
}

/** The prompts of terminals, of Node.js, of Python and of the bench in text that was copied with them. */
const PROMPT = /^(?:>>>|\.\.\.|>|\$|In \[\d+\]:|(?:sandbox|LIVE|replay)\b[^›]*›)[ \t]+/;

/** Returns the inputs in a copied transcript, without prompts and outputs. */
function withoutPrompts(text: string): string | undefined {
  if (!PROMPT.test(text)) return undefined;
  const lines = text.split('\n').filter((line) => PROMPT.test(line));
  return lines.map((line) => line.replace(PROMPT, '')).join('\n');
}

function onTranscript(text: string, isDefined: ((name: string) => boolean) | undefined): Equivalent | undefined {
  const code = withoutPrompts(text)?.trim();
  // `$ + 1` uses a variable.
  if (!code || isExpression(text.replace(/;$/, ''))) return undefined;
  const known = equivalentOf(code, isDefined);
  if (known) return known;
  if (text.startsWith('$'))
    return {
      advice: shell(code.replace(/['\\]/g, '\\$&')),
      atPrompt: `To run a command of a terminal, type \`!${code}\``,
    };
  const isLine = !code.includes('\n');
  return {
    advice: isLine
      ? `Without the prompt of the transcript, type \`${code}\``
      : `Without the prompts of the transcript, type:\n${code}`,
  };
}

/** Returns a sentence on syntax that does not work here. Only a `?` without a space asks for help: `a > b ?` continues. */
export function equivalentOf(text: string, isDefined: ((name: string) => boolean) | undefined): Equivalent | undefined {
  const magic = magicAdvice(text) ?? (isDefined?.('patchbay') === false ? patchbayCommand(text) : undefined);
  if (magic) return magic;
  const advice = adviceOn(text, isDefined);
  if (advice !== undefined) return { advice };
  if (unknownIn(isDefined)(/^[-:/]*(\w*)/.exec(text)?.[1] ?? '')) {
    const [form, plain, atPrompt] = COMMANDS.find(([one]) => one.test(text)) ?? [];
    if (form && plain)
      return { advice: text.replace(form, plain), ...(atPrompt && { atPrompt: text.replace(form, atPrompt) }) };
  }
  return onTranscript(text, isDefined);
}

function adviceOn(text: string, isDefined: ((name: string) => boolean) | undefined): string | undefined {
  const imported = pythonImport(text, isDefined);
  if (imported !== undefined) return imported;
  const [foreign, advice] = FOREIGN.find(([form]) => form.test(text)) ?? [];
  if (foreign && advice) return text.replace(foreign, advice);
  const isUnknown = unknownIn(isDefined);
  const [, target = '', kept] = KEPT_SHELL_COMMAND.exec(text) ?? [];
  if (kept !== undefined && isUnknown(kept.split(/\s/, 1)[0] as string)) return shell(kept, target);
  const short = text.length > MAX_ON_VALUE ? '' : text;
  const [, topic, , words, value] = (isUnknown('help') && HELP_CALL.exec(short)) || [];
  if (topic !== undefined) return `To see help on a name, type \`${topic}?\``;
  if (words !== undefined) return `To see help on a name, type \`.help ${words}\``;
  if (value !== undefined) return onValue(value);
  const asked = /^(.*[^\s?])\?{1,2}$/.exec(short)?.[1];
  return asked !== undefined && isExpression(asked) ? onValue(asked) : undefined;
}

function callDocument(language: string): string {
  return `This is a call document in ${language}, not code. Save it in a file. To check it, type \`.check FILE\`. To follow a call, type \`.sandbox ring FILE\``;
}
