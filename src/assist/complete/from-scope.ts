import { types } from 'node:util';
import { ownNamesIn, ownValue } from '../inspect/own-value.js';
import { memberAt, PRELOADED } from '../inspect/preloaded.js';
import { typeAndSize } from '../inspect/type-and-size.js';
import type { Session } from './complete.js';
import { type Completion, ranked, type Suggestion } from './suggestion.js';

const KEYWORDS =
  'await const let function class import for if return new typeof try throw while async true false null undefined'.split(
    ' ',
  );

export const ownNames = (session: Session): Suggestion[] => session.names().map((text) => ({ text, kind: 'variable' }));

/** The part of a session that shows whether a name is that of a preloaded object or of a variable of the user. */
export type Declarations = Pick<Session, 'names' | 'isDeclared'>;

/** Whether a name such as `platform` means the preloaded object: the user has not declared it again. */
export const isOurs = (name: string, { names, isDeclared }: Declarations): boolean =>
  !(names().includes(name) && isDeclared(name));

/** Sorts the preloaded objects first, in the order of their table. */
export function preloadedFirst(names: readonly Suggestion[]): Suggestion[] {
  const order = ['platform', ...Object.keys(PRELOADED)];
  const rank = ({ text }: Suggestion) => (order.includes(text) ? order.indexOf(text) : order.length);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

/** Returns the keywords and global names that can start an expression. */
export function globalNames(): Suggestion[] {
  const globals = Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('_'));
  return [
    ...KEYWORDS.map((text): Suggestion => ({ text, kind: 'keyword' })),
    ...globals.sort().map((text): Suggestion => ({ text, kind: 'variable' })),
  ];
}

const COMMON_CLASSES = ['Date', 'Map', 'Set', 'URL', 'Error', 'Promise', 'Array', 'RegExp', 'AbortController'];

/** Returns the classes and functions that fit after `new`: of the user first, then the common ones of JavaScript. */
export function constructors(session: Pick<Session, 'names' | 'peek'>, locals: readonly string[]): Suggestion[] {
  const isClass = (value: unknown) =>
    typeof value === 'function' &&
    !types.isProxy(value) &&
    Object.getOwnPropertyDescriptor(value, 'prototype') !== undefined;
  const own = session.names().filter((name) => isClass(session.peek(name)?.value));
  const globals = Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^[A-Z]/.test(name) && isClass(Object.getOwnPropertyDescriptor(globalThis, name)?.value))
    .filter((name) => name !== 'Symbol' && name !== 'BigInt');
  const common = COMMON_CLASSES.filter((name) => globals.includes(name));
  // The values of names that the input declares are not known.
  return [...new Set([...locals, ...own, ...common, ...globals.sort()])].map((text) => ({ text, kind: 'variable' }));
}

/** Returns the properties of a value in scope. Reads only descriptors, so no getter runs. */
export function scopeMembers(path: readonly string[], session: Declarations & Pick<Session, 'peek'>): Suggestion[] {
  const [first] = path;
  if (first === undefined) return [];
  const value = valueAt(path, session);
  const found = new Map<string, Suggestion>();
  for (const [depth, object] of chain(value).entries()) {
    for (const name of ownNamesIn(object)) {
      // Leaves out indexes and the properties that every object has.
      if (
        found.has(name) ||
        name === 'constructor' ||
        name.startsWith('__') ||
        (depth > 0 && object === Object.prototype) ||
        /^\d+$/.test(name)
      )
        continue;
      const isMethod = typeof Object.getOwnPropertyDescriptor(object, name)?.value === 'function';
      found.set(name, { text: name, kind: isMethod ? 'method' : 'property' });
    }
  }
  const members = [...found.values()].filter(({ text }) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text));
  if (typeof value === 'function') members.sort(ownFirst);
  return session.names().includes(first) && isOurs(first, session)
    ? members.map((member) => explained(path, member)).sort(byTable(path))
    : members;
}

/** The members that each function has. */
const OF_FUNCTIONS = new Set(['prototype', ...Object.getOwnPropertyNames(Function.prototype)]);

const ownFirst = (a: Suggestion, b: Suggestion): number =>
  Number(OF_FUNCTIONS.has(a.text)) - Number(OF_FUNCTIONS.has(b.text));

/** Adds the usage and help from the table of preloaded objects. */
function explained(path: readonly string[], member: Suggestion): Suggestion {
  const known = memberAt([...path, member.text]);
  if (!known) return member;
  const detail = known.usage.slice(member.text.length);
  return { ...member, ...(detail !== '' && { detail }), doc: known.help };
}

/** Sorts in the order of the table, which starts with the most used members. */
function byTable(path: readonly string[]) {
  const order = Object.keys(PRELOADED[path.join('.')]?.members ?? {});
  const rank = ({ text }: Suggestion) => (order.includes(text) ? order.indexOf(text) : order.length);
  return (a: Suggestion, b: Suggestion) => rank(a) - rank(b);
}

/** Returns the value of a dotted name, or undefined if reading it would run a getter. */
export function valueAt([first = '', ...rest]: readonly string[], session: Pick<Session, 'peek'>): unknown {
  let value: unknown = (session.peek(first) ?? Object.getOwnPropertyDescriptor(globalThis, first))?.value;
  for (const step of rest) value = descriptor(value, step)?.value;
  return value;
}

export function isGetter(path: readonly string[], session: Pick<Session, 'peek'>): boolean {
  const [last = ''] = path.slice(-1);
  const found = path.length === 1 ? session.peek(last) : descriptor(valueAt(path.slice(0, -1), session), last);
  return found?.get !== undefined;
}

/** Returns whether a value or one of its prototypes has a property. A proxy has none. */
export const hasMember = (value: unknown, name: string): boolean => descriptor(value, name) !== undefined;

function descriptor(value: unknown, name: string): PropertyDescriptor | undefined {
  for (const object of chain(value)) {
    const own = Object.getOwnPropertyDescriptor(object, name);
    if (own) return own;
  }
  return undefined;
}

/** Returns the value and its prototypes. Stops at a proxy, whose traps would run user code. */
function chain(value: unknown): object[] {
  if (value === null || value === undefined || types.isProxy(value)) return [];
  const objects: object[] = [];
  for (
    let object: object | null = Object(value);
    object !== null && !types.isProxy(object) && objects.length < 20;
    object = Object.getPrototypeOf(object)
  )
    objects.push(object);
  return objects;
}

/** Completes the number in `Out[ and `In[`, latest first. */
export function numberedCompletion(
  source: string,
  at: number,
  session: Pick<Session, 'isDeclared' | 'peek'>,
): Completion | undefined {
  const [, name, digits = ''] = /(?<![\p{ID_Continue}$.])(In|Out)\[(\d*)$/u.exec(source.slice(0, at)) ?? [];
  if (name === undefined || session.isDeclared(name)) return undefined;
  const values = session.peek(name)?.value;
  const inputs = session.peek('In')?.value;
  if (typeof values !== 'object' || values === null) return undefined;
  const items = Object.keys(values)
    .reverse()
    .map((text): Suggestion => {
      const input = String(ownValue(inputs, text) ?? '').replace(/\s+/g, ' ');
      return {
        text,
        kind: 'value',
        detail: name === 'In' ? input : `${typeAndSize(ownValue(values, text))} · ${input}`,
      };
    });
  return { from: at - digits.length, to: at, items: ranked(items, digits) };
}
