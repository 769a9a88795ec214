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

/** The start of an import, without the name of the module. */
const START_OF_IMPORT =
  /(?:^|[\n;])[^\S\n]*(?:import|export)\s+(?:type\s+)?((?:[\p{ID_Continue}$]+\s*,\s*)?\{[^{}'"]*)?([\p{ID_Continue}$]*)$/u;
const PATTERN = /(?:^|[\n;])[^\S\n]*(?:const|let|var)\s+\{([^{}'"]*)$/;
/** A longer list of names is not completed. */
const MAX_IMPORT = 2_000;
const MODULE_AFTER = /^[^{}'"]*\}\s*(?:from\s*|=\s*(?:await\s+import|require)\(\s*)(['"])([^'"]+)\1/;
const AFTER_NAMES = /(?:^|[\n;])[^\S\n]*import\s+(?:type\s+)?(?:[\p{ID_Continue}$]+\s*,\s*)?\{[^{}]*\}\s+([a-z]*)$/u;

/**
 * Completes the names between the braces of an import with the exports of its module, and the word `from` after them. An
 * import declares names, so variables do not fit.
 */
export async function importCompletion(
  source: string,
  at: number,
  { exportsOf }: Pick<Session, 'exportsOf'>,
): Promise<Completion | undefined> {
  // Only the end, so that the patterns read few characters of a long input.
  const before = source.slice(Math.max(0, at - MAX_IMPORT), at);
  const word = AFTER_NAMES.exec(before)?.[1];
  if (word !== undefined)
    return { from: at - word.length, to: at, items: ranked([{ text: 'from', kind: 'keyword' }], word) };
  const found = START_OF_IMPORT.exec(before);
  const names = found ? (found[1] ?? '') : PATTERN.exec(before)?.[1];
  const module = MODULE_AFTER.exec(source.slice(at, at + MAX_IMPORT))?.[2];
  if (names === undefined || !(found || module !== undefined)) return undefined;
  const typed = /[\p{ID_Continue}$]*$/u.exec(before)?.[0] ?? '';
  const isName = !found || found[1] !== undefined;
  const taken: readonly string[] =
    names.slice(0, names.length - (isName ? typed.length : 0)).match(/[\p{ID_Continue}$]+/gu) ?? [];
  const all = module === undefined || !isName ? [] : ((await exportsOf?.(module)) ?? []);
  const items = all.filter((name) => !taken.includes(name)).map((text): Suggestion => ({ text, kind: 'variable' }));
  return { from: at - typed.length, to: at, items: ranked(items, typed) };
}

/** Completes the word after `!`, which negates a variable or is the first word of a shell command, and the files after it. */
export async function completionAfterMark(
  before: string,
  session: Pick<Session, 'names' | 'isDeclared' | 'files'>,
): Promise<Completion | undefined> {
  const file = /^\s*(?:!\s*|\.sh\s+)[\w./~-]+(?:\s.*)?\s(\S*)$/s.exec(before)?.[1];
  if (file !== undefined && !/[()'"`]/.test(before))
    return { from: before.length - file.length, to: before.length, items: ranked(await session.files(file), file) };
  const word = /^\s*!\s*([\w-]+|(?:\/|~\/|\.\.?\/)[^\s()'"`]*)$/.exec(before)?.[1];
  if (word === undefined) return undefined;
  if (/^[./~]/.test(word))
    return { from: before.length - word.length, to: before.length, items: ranked(await session.files(word), word) };
  const items = session
    .names()
    .filter((name) => session.isDeclared(name) && name.startsWith(word))
    .map((text): Suggestion => ({ text, kind: 'variable' }));
  return { from: before.length - word.length, to: before.length, items: ranked(items, word) };
}
