import { types } from 'node:util';
import { isRow } from '../../client/index.js';
import { namesOf } from '../../eval/index.js';
import { nearest } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { type Declarations, hasMember, isOurs } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { ownNamesIn, ownValue } from '../inspect/own-value.js';
import { isAwaitable, settledNow } from '../inspect/promise-state.js';
import { isOfList, rowsOf, rowsOfList } from '../inspect/response-shape.js';
import { pathsIn } from '../tokens.js';
import { closing } from './corrected-call.js';

type Scope = Declarations & Pick<Session, 'peek'>;
const OF_A_PROMISE = ['then', 'catch', 'finally'];

/**
 * Finds uses of a promise as if it were its value: `q.data` instead of `(await q).data`. With the message of an error, only
 * those that can be its cause.
 */
export async function usedUnawaited(source: string, scope: Scope, message?: string): Promise<Unawaited[]> {
  const { peek } = scope;
  const isFree = freeIn(source);
  const named = pathsIn(source).map(async ({ steps: [name = '', next, ...more], at, end }) => {
    if (OF_A_PROMISE.includes(next ?? '') || !isAwaitable(peek(name)?.value) || !isFree(name)) return [];
    if (next === undefined)
      return [...destructured(source, name, at, end), ...(message === undefined ? shown(source, name, at, end) : [])];
    if (
      hasMember(peek(name)?.value, next) ||
      (message !== undefined && !isStored(source, at) && !isAbout(message, name, [next, ...more]))
    )
      return [];
    return [{ name, fix: await fixedName(name, peek(name)?.value, [next, ...more]) }];
  });
  return [
    ...(await Promise.all(named)).flat(),
    ...unawaitedCalls(source, scope),
    ...(message === undefined ? [] : passedUnawaited(source, message, scope)),
  ];
}

/**
 * Returns the awaited variable with the members that the user meant. If the value is known, the members are those of the value:
 * a page has its rows in a field, and a name that the value does not have is corrected or left out.
 */
async function fixedName(name: string, promise: unknown, members: readonly string[]): Promise<string> {
  const value = types.isPromise(promise) ? (await settledNow(promise))?.value : undefined;
  const [first = '', ...more] = members;
  const rows = rowsOfList(promise) ?? rowsOf(value);
  const isRead = (value ?? undefined) === undefined || hasMember(value, first);
  let steps = members;
  if (rows !== undefined && isOfList(first) && (rowsOfList(promise) !== undefined || !isRead))
    steps = [rows, ...members];
  else if (!isRead) {
    const meant = memberMeant(first, value);
    steps = meant === undefined ? [] : [meant, ...more];
  }
  if (steps.length === 0) return `await ${name}`;
  return `(await ${name}).${steps.join('.')}`.replace(/\.(\d+)/g, '[$1]');
}

/** Returns the member of a value that a name stands for, such as `call_id` for `id`. */
function memberMeant(name: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  const names = ownNamesIn(value);
  const longer = names.filter((one) => one.endsWith(`_${name}`));
  return longer.length === 1 ? longer[0] : nearest(name, names);
}

/** V8 names the function: `q.map is not a function`, or the member that it read of undefined: `q.data.map`. */
function isAbout(message: string, name: string, steps: readonly string[]): boolean {
  const called = /^(.*) is not a function$/s.exec(message)?.[1];
  if (called !== undefined) return called.startsWith(`${name}.`) || called.startsWith('(intermediate value)');
  const read = /\(reading '([^']+)'\)$/.exec(message)?.[1];
  return read === undefined || steps.includes(read, 1);
}

/** Whether a variable gets the member, so that the error names the variable: `const rows = q.data; rows.map(String)`. */
const isStored = (source: string, at: number) => /[^=!<>]=\s*$/.test(source.slice(0, at));

interface Unawaited {
  readonly name: string;
  readonly fix: string;
}

/** Whether a name belongs to the session, not to a parameter or a block. In code with errors, every name may. */
export function freeIn(source: string): (name: string) => boolean {
  let names: ReturnType<typeof namesOf> | 'unparsed' = 'unparsed';
  return (name) => {
    // Parsed on demand, because few inputs name a promise.
    if (names === 'unparsed') names = namesOf(source);
    return names?.used.has(name) ?? true;
  };
}

/** Finds `const { data } = q` instead of `const { data } = await q`. */
function destructured(source: string, name: string, at: number, end: number): Unawaited[] {
  const [, keyword = '', pattern] = /((?:const|let|var)\s+)?(\{[^{}]*\})\s*=\s*$/.exec(source.slice(0, at)) ?? [];
  const isWhole = pattern !== undefined && /^\s*(?:[;,)\n]|$)/.test(source.slice(end));
  const fix = `${pattern} = await ${source.slice(at, end)}`;
  return isWhole ? [{ name, fix: keyword ? keyword + fix : `(${fix})` }] : [];
}

/** Finds a promise that is shown or read in place of its value: `console.log(q)`. `end` is after its code. */
function shown(source: string, name: string, at: number, end: number): Unawaited[] {
  const call = SHOWS.exec(source.slice(0, at))?.[0];
  return call !== undefined && /^\s*[,)]/.test(source.slice(end)) ? [{ name, fix: `${call}await ${name})` }] : [];
}

const SHOWS =
  /(?<![\w$.])(?:display(?:\.table)?|console\.(?:log|table|dir|info|warn|error|debug)|JSON\.stringify|Object\.(?:keys|values|entries))\(\s*$/;

/** Finds the same mistakes in a direct call: `platform.queues.list().data`. */
function unawaitedCalls(source: string, scope: Scope): Unawaited[] {
  return pathsIn(source).flatMap(({ steps, isCalled, at, end }) => {
    if (!isCalled || !returnsPromise(steps, scope)) return [];
    const open = source.indexOf('(', end);
    const close = closing(source, open);
    const isInBrackets = /(?:^|[^\w$)\]\s])\s*\(\s*$/.test(source.slice(0, at));
    const rest = close < 0 ? '' : source.slice(close + 1);
    const member = memberAfter(isInBrackets ? rest.replace(/^\s*\)/, '') : rest);
    const args = source.slice(open + 1, close).trim() === '' ? '()' : '(…)';
    const name = source.slice(at, end) + args;
    if (OF_A_PROMISE.includes(member)) return [];
    const displayed = member === '' && close >= 0 ? shown(source, name, at, close + 1) : [];
    if (displayed.length > 0) return displayed;
    if (member === '') return close < 0 ? [] : destructured(source, name, at, close + 1);
    return [{ name, fix: fixed(name, steps, member) }];
  });
}

/**
 * Finds a call whose promise a function of the session gets: `tell(sandbox.ring(number))`. The error must be about a name in
 * that function, which awaits nothing.
 */
function passedUnawaited(source: string, message: string, scope: Scope): Unawaited[] {
  const [, iterated, read] = /^([\p{ID_Continue}$]+) is not iterable|\(reading '([^']+)'\)$/u.exec(message) ?? [];
  const name = iterated ?? read;
  return pathsIn(source).flatMap(({ steps, isCalled, at, end }) => {
    const receiver = /([\p{ID_Continue}$]+)\(\s*$/u.exec(source.slice(0, at))?.[1] ?? '';
    const received: unknown = scope.peek(receiver)?.value;
    const text = typeof received === 'function' ? Function.prototype.toString.call(received) : '';
    if (!isCalled || name === undefined || !text.includes(name) || /\bawait\b/.test(text)) return [];
    const open = source.indexOf('(', end);
    const close = closing(source, open);
    if (!/^\s*[,)]/.test(source.slice(close + 1)) || !returnsPromise(steps, scope)) return [];
    const call = source.slice(at, end) + (source.slice(open + 1, close).trim() === '' ? '()' : '(…)');
    return [{ name: call, fix: `${receiver}(await ${call})` }];
  });
}

/** Returns the name of the member at the start of code, or `[`. */
export function memberAfter(code: string): string {
  const [, ...names] =
    /^\s*(?:\??\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(?:'([\p{L}_$]+)'|"([\p{L}_$]+)")\s*\]|(?:\?\.)?(\[))/u.exec(
      code,
    ) ?? [];
  return names.find(Boolean) ?? '';
}

/** Returns the awaited call with the member that the user meant. Leaves out a member that the response does not have. */
function fixed(name: string, [, ...path]: readonly string[], member: string): string {
  const row = find(path);
  const access = member === '[' ? '[…]' : `.${member}`;
  if (!row || !isRow(row) || row.gives.kind !== 'page') return `(await ${name})${access}`;
  const items = row.gives.name ?? 'data';
  if (member === '[' || member in Array.prototype) return `(await ${name}).${items}${access}`;
  return [items, 'links'].includes(member) ? `(await ${name})${access}` : `await ${name}`;
}

const ASYNCHRONOUS: Readonly<Record<string, RegExp>> = {
  agent: /^(?:add_skill|call_tool|remove_skill)$/,
  registry: /^(?:list_skills|get_all_skills_schema)$/,
  sandbox: /^(?:ring|cast|settled)$/,
};

/**
 * An operation of the platform without `dry`, an asynchronous method of a preloaded object and an asynchronous function of
 * the session return a promise.
 */
function returnsPromise([first = '', ...rest]: readonly string[], scope: Scope): boolean {
  if (rest.length === 0) return types.isAsyncFunction(scope.peek(first)?.value);
  if (!isOurs(first, scope)) return false;
  const methods = Object.hasOwn(ASYNCHRONOUS, first) ? ASYNCHRONOUS[first] : undefined;
  if (methods) return rest.length === 1 && methods.test(rest[0] ?? '');
  const node = first === 'platform' && rest[0] !== 'dry' ? find(rest) : undefined;
  return node !== undefined && isRow(node);
}

const MAX_ITEMS = 20;

/** Whether a value is a list of promises, as `ids.map(async (id) => …)` returns. */
const isPromiseList = (value: unknown): value is readonly Promise<unknown>[] =>
  Array.isArray(value) &&
  !types.isProxy(value) &&
  value.length > 0 &&
  Array.from({ length: Math.min(value.length, MAX_ITEMS) }, (_, at) => ownValue(value, String(at))).every(
    types.isPromise,
  );

/** Returns the variables of an input that are lists of promises, unless the input awaits them. */
export function promiseListsIn(source: string, scope: Scope): string[] {
  const isFree = freeIn(source);
  const awaited = new Set(
    [...source.matchAll(/\bPromise\.\w+\(\s*([\p{ID_Continue}$]+)|\bof\s+([\p{ID_Continue}$]+)/gu)].map(
      (one) => one[1] ?? one[2],
    ),
  );
  const names = new Set(pathsIn(source).map(({ steps: [name = ''] }) => name));
  return [...names].filter((name) => !awaited.has(name) && isPromiseList(scope.peek(name)?.value) && isFree(name));
}

/** Creates notices about a forgotten `await`. A promise in a variable is mentioned only once. */
export class ForgottenAwaits {
  readonly #mentioned = new WeakSet<object>();

  async notices(source: string, value: unknown, scope: Scope): Promise<string[]> {
    const used = value === undefined ? await usedUnawaited(source, scope) : unawaitedCalls(source, scope);
    for (const { name } of used) this.#mention(scope.peek(name)?.value);
    if (used.length > 0) return used.map(({ name, fix }) => `${name} is a promise. Await it: ${fix}`);
    return [...this.#unawaitedNames(source, scope), ...this.#unawaitedLists(source, value, scope)];
  }

  /** Notes that a notice about a promise was given. */
  #mention(value: unknown): void {
    if (isAwaitable(value)) this.#mentioned.add(value as object);
  }

  /** Returns notices about lists of promises in the input and its result. */
  #unawaitedLists(source: string, value: unknown, scope: Scope): string[] {
    const isNew = (list: unknown) => isPromiseList(list) && !this.#mentioned.has(list);
    const names = promiseListsIn(source, scope).filter((name) => isNew(scope.peek(name)?.value));
    const isResult = names.length === 0 && isNew(value);
    for (const list of [value, ...names.map((name) => scope.peek(name)?.value)])
      if (isPromiseList(list)) this.#mentioned.add(list);
    return [
      ...names.map((name) => `${name} is a list of promises. Use await Promise.all(${name}) to get their values`),
      ...(isResult ? ['the result is a list of promises. Use await Promise.all(_) to get their values'] : []),
    ];
  }

  /** Returns notices about variables in the input that hold a promise and were not mentioned before. */
  #unawaitedNames(source: string, { peek }: Scope): string[] {
    const names = new Set(pathsIn(source).flatMap(({ steps }) => steps.slice(0, 1)));
    const isFree = freeIn(source);
    return [...names].flatMap((name) => {
      const value: unknown = peek(name)?.value;
      if (!isAwaitable(value) || this.#mentioned.has(value as object) || !isFree(name)) return [];
      this.#mention(value);
      const isListing = !types.isPromise(value);
      return [
        isListing
          ? `${name} sends its request when you await it. Use await ${name} for one page, or for await (const item of ${name}) for all items`
          : `${name} is a promise. Use await ${name} to get its value`,
      ];
    });
  }
}
