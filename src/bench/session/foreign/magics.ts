import type { Equivalent } from './foreign-syntax.js';

/** The command here for a word of IPython. `$1` is the rest of the line. */
interface Magic extends Equivalent {
  /** Stands for the rest of the line if there is none. */
  readonly example?: string;
}

const shell: Magic = {
  advice: "To run a shell command, type `(await import('node:child_process')).execSync('$1').toString()`",
  atPrompt: 'To run a shell command, type `!$1`',
  example: 'COMMAND',
};
const timing: Magic = { advice: 'To time code, type `.time $1`', example: 'CODE' };
const runFile: Magic = { advice: 'To run a file, type `.load $1`', example: 'FILE' };
const install: Magic = { advice: 'To install a package, run `npm install NAME` in a terminal' };
const variables: Magic = { advice: 'To list the variables, type `.vars`' };
const inputs: Magic = { advice: 'To list the inputs, type `.history`' };
const environment: Magic = { advice: 'Environment variables are fields of `process.env`' };
const debug: Magic = { advice: 'There is no debugger here. To explain the last error, type `.why`' };
const source: Magic = { advice: 'To see the source of a function, type `$1??`', example: 'NAME' };
const help: Magic = { advice: 'To see help on a name, type `$1?`', example: 'NAME' };
const overview: Magic = { advice: 'Commands start with a dot here. To list them, type `.help`' };
const edit: Magic = { advice: 'To edit the last input, type `.edit`. To edit a function, type `.edit NAME`' };
const paste: Magic = { advice: 'There is no command for that: paste at the prompt. Several lines are one input' };
const files: Magic = { advice: "To list files, type `(await import('node:fs')).readdirSync('.')`" };
const read: Magic = {
  advice: "To read a file, type `(await import('node:fs')).readFileSync('$1', 'utf8')`",
  example: 'FILE',
};
const folder: Magic = { advice: "To change the folder, type `process.chdir('$1')`", example: 'FOLDER' };
const own = (name: string): Magic => ({ advice: `In a notebook, type \`display.${name}(source)\`` });
const record: Magic = { advice: 'To record the requests of the session, type `.record`' };
const none = (what: string): Magic => ({ advice: `There is no command for that here: ${what}` });

/** The magic commands of IPython. Hints and their test read the table. */
export const MAGICS: Readonly<Record<string, Magic>> = {
  alias: none('a function does the same'),
  autoreload: none('import a changed file again'),
  bash: shell,
  bookmark: none('folders have no names'),
  capture: none('assign the value to a variable'),
  cat: read,
  cd: folder,
  colors: none('the colors are those of the terminal'),
  conda: install,
  config: none('settings are in the config file. To change the keys, type `.keys`'),
  cpaste: paste,
  debug,
  dhist: none('folders have no history'),
  ed: edit,
  edit,
  env: environment,
  hist: inputs,
  history: inputs,
  html: own('html'),
  javascript: none('type the code itself'),
  js: none('type the code itself'),
  less: read,
  load: runFile,
  load_ext: none('import a package with import'),
  loadpy: runFile,
  logoff: record,
  logon: record,
  logstart: record,
  ls: files,
  lsmagic: overview,
  macro: none('a function does the same'),
  magic: overview,
  man: none('to see help on a name, type `NAME?`'),
  markdown: own('markdown'),
  matplotlib: none('nothing draws plots'),
  more: read,
  notebook: none('to save the session, type `.save FILE`'),
  npm: install,
  paste,
  pdb: debug,
  pdef: help,
  pdoc: help,
  pfile: source,
  pinfo: help,
  pinfo2: source,
  pip: install,
  popd: folder,
  prun: timing,
  psource: source,
  pushd: folder,
  pwd: { advice: 'To show the folder, type `process.cwd()`' },
  pycat: read,
  python: none('code is TypeScript'),
  python3: none('code is TypeScript'),
  quickref: overview,
  recall: inputs,
  rep: inputs,
  rerun: none('to run an earlier input, press Up. To list them, type `.history`'),
  reset: none('a new session has no variables. To leave, type `.exit`'),
  run: runFile,
  save: { advice: 'To save the session, type `.save $1`', example: 'FILE' },
  script: shell,
  set_env: environment,
  sh: shell,
  store: none('to save the session, type `.save FILE`'),
  svg: own('svg'),
  sx: shell,
  system: shell,
  tb: debug,
  time: timing,
  timeit: timing,
  who: variables,
  who_ls: variables,
  whos: variables,
  writefile: { advice: "To write a file, type `(await import('node:fs')).writeFileSync('$1', text)`", example: 'FILE' },
  xdel: none('assign undefined to the variable'),
  xmode: none('to explain the last error, type `.why`'),
};

/** The code of a cell begins in the second line. */
const MAGIC = /^%{1,2}([a-z]\w*)\s*([\s\S]*)$/i;
/** Options, quotes and several lines cannot be part of what is shown. */
const OTHER = /^-|['\\`\n]/;

/** Returns what to type in place of a magic command, such as `%edit`. A word that is not known gets the list of commands. */
export function magicAdvice(text: string): Equivalent | undefined {
  const [, name, rest = ''] = MAGIC.exec(text) ?? [];
  if (name === undefined) return undefined;
  const { advice, atPrompt, example = '' } = (Object.hasOwn(MAGICS, name) ? MAGICS[name] : undefined) ?? overview;
  const typed = rest.trim();
  const filled = (form: string) => form.replaceAll('$1', () => (typed === '' || OTHER.test(typed) ? example : typed));
  return { advice: filled(advice), ...(atPrompt !== undefined && { atPrompt: filled(atPrompt) }) };
}
