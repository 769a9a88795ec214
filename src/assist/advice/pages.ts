import { isRow } from '../../client/index.js';
import type { Session } from '../complete/complete.js';
import { type Declarations, hasMember, isOurs, valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { ownValue } from '../inspect/own-value.js';
import { isOfList, rowsOf, rowsOfList } from '../inspect/response-shape.js';
import { type DottedPath, pathsIn } from '../tokens.js';
import { listsByPath } from '../trial/list-for.js';
import { closing } from './corrected-call.js';
import { freeIn, memberAfter } from './forgotten-await.js';
import { asPath } from './missing-member.js';

type Scope = Declarations & Pick<Session, 'peek'>;

/** A page of a list in the source of an input. */
interface PageUse {
  /** The name for an error message, such as `page` or `the page of platform.queues.list()`. */
  readonly name: string;
  /** The field with the rows. */
  readonly rows: string;
  /** The code for the rows, with the steps that follow. */
  readonly code: string;
  /** The call that lists all rows, if known. */
  readonly list: string | undefined;
  /** The member that the source reads: empty for the page itself, `[` for an index. */
  readonly member: string;
  /** The source before the page. */
  readonly before: string;
}

/** Whether V8 reports a value that is not iterable. */
export const isOnIteration = ({ message }: Error): boolean =>
  /\biterable\b|^Spread syntax requires|Symbol\.(?:async)?[iI]terator/.test(message);

/** V8 does not name these values. */
const UNNAMED = /^(?:\(intermediate value\)|object |Spread syntax)/;
const isNotIterable = ({ name }: PageUse) => `${name} is not iterable`;

/** Finds the pages whose rows an input iterates: `[...await platform.queues.list()]`. */
export function pagesIterated({ message }: Error, source: string, scope: Scope): PageUse[] {
  const pages = pagesIn(source, scope).filter(({ member }) => member === '');
  const named = pages.filter((page) => isNotIterable(page) === message.replace('async ', ''));
  return named.length > 0 || !UNNAMED.test(message) ? named : pages;
}

/** Finds pages that an input uses as a list: `(await platform.queues.list()).map(…)`. */
export const pagesIndexed = (source: string, scope: Scope): PageUse[] =>
  pagesIn(source, scope).filter(({ member }) => isOfList(member));

/** Finds pages that an input reads as a list without an error: `page.length` is undefined, `Array.from(page)` is empty. */
export const pagesMisread = (source: string, scope: Scope): PageUse[] =>
  pagesIn(source, scope).filter(
    ({ member, before }) => isOfList(member) || (member === '' && /\bArray\.from\(\s*$/.test(before)),
  );

/** Says where the rows are. */
export function rowsOfPage({ rows, code, list, member }: PageUse): string {
  const isInVariable = !code.startsWith('(');
  const all =
    list === undefined || (isInVariable && member !== '') ? '' : `. For all pages: for await (const row of ${list})`;
  return `the rows are in .${rows}: ${code}${all}`;
}

/** Names the page in an error of V8, such as `object is not iterable (cannot read property Symbol(Symbol.iterator))`. */
export function namePage(error: unknown, source: string, scope: Scope): void {
  if (!(error instanceof TypeError) || !isOnIteration(error) || !UNNAMED.test(error.message)) return;
  const [page, ...more] = pagesIterated(error, source, scope);
  if (page && more.length === 0) Reflect.set(error, 'message', isNotIterable(page));
}

function pagesIn(source: string, scope: Scope): PageUse[] {
  const paths = pathsIn(source);
  const isFree = freeIn(source);
  const called = paths.flatMap((path) => {
    const listed = listIn(source, path, scope, isFree);
    return (listed && awaitedPage(source, path.at, listed)) ?? [];
  });
  const named = paths.flatMap((path) => {
    const [name = ''] = path.steps;
    const local = called.find(({ before }) => assignedIn(before) === name);
    if (local && !isFree(name)) return localPage(source, path, local) ?? [];
    return isFree(name) ? (namedPage(source, path, scope) ?? (local && localPage(source, path, local)) ?? []) : [];
  });
  return [...called, ...named].filter(({ before, member }) => member !== '' || assignedIn(before) === undefined);
}

/** Returns the variable that gets the value after `before`. */
const assignedIn = (before: string) =>
  /(?:const|let|var)\s+([\p{ID_Continue}$]+)\s*(?::[^=;]*)?=\s*$/u.exec(before)?.[1];

const FOR_IN =
  /\bfor\s*\(\s*(?:(?:const|let|var)\s+)?([\p{ID_Continue}$]+)\s+in\s+([\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*)\s*\)/u;

/** Explains `for (const one in list)`, which loops over the indexes of a list or the fields of a page. */
export function onForIn(source: string, scope: Scope): string[] {
  const [loop, name = '', list = ''] = FOR_IN.exec(source) ?? [];
  if (loop === undefined || !freeIn(source)(list.split('.', 1).join())) return [];
  const value = valueAt(list.split('.'), scope);
  // Code that reads `list[one]` needs the indexes.
  const isIndex = new RegExp(`\\[\\s*${name.replaceAll('$', '\\$')}\\s*\\]`).test(source);
  const rows = rowsOf(value);
  if (isIndex || !(Array.isArray(value) || rows !== undefined || rowsOfList(value) !== undefined)) return [];
  const isLazy = rowsOfList(value) !== undefined;
  const items = rows === undefined ? list : `${list}.${rows}`;
  const what = Array.isArray(value) ? 'indexes' : 'names of fields';
  return [`for … in loops over the ${what}. For the items: for ${isLazy ? 'await ' : ''}(const ${name} of ${items})`];
}

interface List {
  /** The field of its pages with the rows. */
  readonly rows: string;
  /** The position of the last character of its code. */
  readonly close: number;
}

/** Returns the list that a call returns, such as `platform.queues.list()`, or the list in a variable. */
function listIn(
  source: string,
  { steps, isCalled, end }: DottedPath,
  scope: Scope,
  isFree: (name: string) => boolean,
): List | undefined {
  const [name = '', ...path] = steps;
  const kept = !isCalled && path.length === 0 ? rowsOfList(scope.peek(name)?.value) : undefined;
  if (kept !== undefined) return isFree(name) ? { rows: kept, close: end - 1 } : undefined;
  const isList = isCalled && name === 'platform' && path[0] !== 'dry' && isOurs(name, scope);
  const row = isList ? find(path) : undefined;
  if (!row || !isRow(row) || row.gives.kind !== 'page') return undefined;
  return { rows: row.gives.name ?? 'data', close: closing(source, source.indexOf('(', end)) };
}

/** Returns the page of a list that is awaited: `await platform.queues.list()`. */
function awaitedPage(source: string, at: number, { rows, close }: List): PageUse | undefined {
  const before = /^([\s\S]*?)\bawait\s*$/.exec(source.slice(0, at))?.[1];
  if (before === undefined || close < 0) return undefined;
  const bracket = /^\s*\)/.exec(source.slice(close + 1))?.[0];
  // A bracket directly around the page, and not that of a call: `(await …).map`.
  const inner = bracket === undefined ? undefined : /^([\s\S]*?)\(\s*$/.exec(before)?.[1];
  const isGrouped =
    inner !== undefined &&
    !/[\p{ID_Continue}$)\]>]\s*$/u.test(inner.replace(/\b(?:of|in|return|typeof|await|case)\s*$/, ''));
  const list = source.slice(at, close + 1);
  return {
    name: `the page of ${list}`,
    rows,
    code: `(await ${list}).${rows}`,
    list,
    member: isGrouped ? memberAfter(source.slice(close + 1 + (bracket?.length ?? 0))) : '',
    before: isGrouped ? inner : before,
  };
}

/** Returns the page in a variable of the session, with the member that the path reads. */
function namedPage(source: string, { steps, at, index }: DottedPath, { peek }: Scope): PageUse | undefined {
  for (let end = 1; end <= steps.length; end++) {
    const path = steps.slice(0, end);
    const value = valueAt(path, { peek });
    const rows = rowsOf(value);
    const next = steps[end];
    if (rows === undefined || (next !== undefined && (!isOfList(next) || hasMember(value, next)))) continue;
    // The name of a field in a variable, such as `page[key]`.
    if (next === undefined && typeof peek(index ?? '')?.value === 'string') continue;
    const after = index !== undefined && next === undefined ? ['['] : steps.slice(end);
    return pageAt(source.slice(0, at), path, after, rows, listOf(value));
  }
  return undefined;
}

/** Returns the page in a variable of a function: `const page = await platform.queues.list()`. */
function localPage(source: string, path: DottedPath, { rows, list }: PageUse): PageUse | undefined {
  const [name = '', ...more] = path.steps;
  const after = path.index !== undefined && more.length === 0 ? ['['] : more;
  if (after[0] !== undefined && !isOfList(after[0])) return undefined;
  return pageAt(source.slice(0, path.at), [name], after, rows, list);
}

const pageAt = (
  before: string,
  path: readonly string[],
  after: readonly string[],
  rows: string,
  list: string | undefined,
): PageUse => ({
  name: asPath(path),
  rows,
  code: asPath([...path, rows, ...after.filter((step) => step !== '[')]),
  list,
  member: after[0] ?? '',
  before,
});

/** Returns the operation that lists the rows of a page. */
function listOf(page: unknown): string | undefined {
  const self = ownValue(ownValue(page, 'links'), 'self');
  const base = 'http://localhost';
  if (typeof self !== 'string' || !URL.canParse(self, base)) return undefined;
  const name = listsByPath().get(new URL(self, base).pathname)?.name;
  return name === undefined ? undefined : `platform.${name}()`;
}
