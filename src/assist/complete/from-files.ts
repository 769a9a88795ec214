import { builtinModules } from 'node:module';
import type { Session } from './complete.js';
import type { Cursor } from './cursor.js';
import { type Candidate, type Completion, ranked, type Suggestion } from './suggestion.js';

const FILE_CALLS =
  /^(?:require|import|(?:read|write|append|copy|truncate)File(?:Sync)?|(?:open|opendir|readdir|stat|lstat|exists|mkdir|mkdtemp|rm|rmdir|unlink|rename|access|watch|cp|realpath)(?:Sync)?|create(?:Read|Write)Stream|openCassette|add_skill_directory)$/;
const FILE_KEYS = /^(?:file|path|filename|directory|dir|folder|replay|record|cwd)$|_(?:file|path|dir|directory)$/;

/** Returns whether the string at the cursor is a file path, based on the call or the key. */
export function expectsFile({ call, isModule }: Cursor): boolean {
  if (isModule) return true;
  if (!call) return false;
  if (call.key !== undefined) return FILE_KEYS.test(call.key);
  return call.steps.length === 0 && call.argument <= 1 && FILE_CALLS.test(call.path.at(-1) ?? '');
}

/** Returns whether built-in modules of Node fit at the cursor: in an import that is not a path. */
export function expectsModule({ call, isModule, typed }: Cursor): boolean {
  const isImport = isModule || call?.path.join('.') === 'require' || call?.path.join('.') === 'import';
  return isImport && !/^[./~]/.test(typed);
}

export const moduleNames = (): Candidate[] =>
  builtinModules
    .filter((name) => !name.startsWith('_') && !name.includes('/_'))
    .map((name) => ({ text: name.startsWith('node:') ? name : `node:${name}`, kind: 'file', isText: true }));

/** Completes the word after `!`, which negates a variable of the user or is the first word of a command of the shell. */
export function negatedCompletion(
  before: string,
  session: Pick<Session, 'names' | 'isDeclared'>,
): Completion | undefined {
  const word = /^\s*!\s*([\w-]+)$/.exec(before)?.[1];
  if (word === undefined) return undefined;
  const items = session
    .names()
    .filter((name) => session.isDeclared(name))
    .map((text): Suggestion => ({ text, kind: 'variable' }));
  return { from: before.length - word.length, to: before.length, items: ranked(items, word) };
}
