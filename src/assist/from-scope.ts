import { types } from 'node:util';
import type { Session } from './complete.js';
import type { Suggestion } from './suggestion.js';

const KEYWORDS = [
  'await',
  'const',
  'let',
  'function',
  'class',
  'import',
  'for',
  'if',
  'return',
  'new',
  'typeof',
  'try',
  'throw',
  'while',
  'async',
  'true',
  'false',
  'null',
  'undefined',
];

/** What the user declared and what was preloaded. */
export const ownNames = (session: Session): Suggestion[] => session.names().map((text) => ({ text, kind: 'variable' }));

/** Names that could begin an expression: the session's own first. */
export function scopeNames(session: Session): Suggestion[] {
  const own = session.names();
  const globals = Object.getOwnPropertyNames(globalThis).filter((name) => !own.includes(name) && !name.startsWith('_'));
  return [
    ...ownNames(session),
    ...KEYWORDS.map((text): Suggestion => ({ text, kind: 'keyword' })),
    ...globals.sort().map((text): Suggestion => ({ text, kind: 'variable' })),
  ];
}

/** Properties of a value in scope, found through descriptors alone: a getter is named, never run. */
export function scopeMembers([first, ...rest]: readonly string[], session: Session): Suggestion[] {
  if (first === undefined) return [];
  let value: unknown = (session.peek(first) ?? Object.getOwnPropertyDescriptor(globalThis, first))?.value;
  for (const step of rest) value = descriptor(value, step)?.value;
  const found = new Map<string, Suggestion>();
  for (const [depth, holder] of chain(value).entries()) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      // What every object has is not worth a line.
      if (
        found.has(name) ||
        name === 'constructor' ||
        name.startsWith('__') ||
        (depth > 0 && holder === Object.prototype) ||
        /^\d+$/.test(name)
      )
        continue;
      const isMethod = typeof Object.getOwnPropertyDescriptor(holder, name)?.value === 'function';
      found.set(name, { text: name, kind: isMethod ? 'method' : 'property' });
    }
  }
  return [...found.values()].filter(({ text }) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text));
}

function descriptor(value: unknown, name: string): PropertyDescriptor | undefined {
  for (const holder of chain(value)) {
    const own = Object.getOwnPropertyDescriptor(holder, name);
    if (own) return own;
  }
  return undefined;
}

/** The value and its prototypes; nothing for a proxy, whose traps are somebody's code. */
function chain(value: unknown): object[] {
  if (value === null || value === undefined || types.isProxy(value)) return [];
  const holders: object[] = [];
  for (
    let holder: object | null = Object(value);
    holder !== null && !types.isProxy(holder) && holders.length < 20;
    holder = Object.getPrototypeOf(holder)
  )
    holders.push(holder);
  return holders;
}
