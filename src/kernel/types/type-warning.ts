import { clean } from '../../show/index.js';
import type { TypeProblem } from './messages.js';
import { isShown, type Shown } from './shown.js';

type Peek = (name: string) => PropertyDescriptor | undefined;

/** Describes the type errors of a cell, one for each cause that `said` does not mention. */
export function typeWarning(source: string, problems: readonly TypeProblem[], peek: Peek, said?: Shown): string {
  const lines = source.split('\n');
  const byCause = new Map<string, TypeProblem>();
  const isNews = (one: TypeProblem) => !existsAtRunTime(one.message, peek) && !(said && isShown(one, source, said));
  for (const problem of problems.filter(isNews)) {
    const isKnown = [...byCause.values()].some(
      ({ line, column }) => line === problem.line && column === problem.column,
    );
    if (!isKnown && !byCause.has(problem.message)) byCause.set(problem.message, problem);
  }
  return [...byCause.values()]
    .map((problem) => {
      const { line, column, code } = problem;
      const text = lines[line - 1] ?? '';
      const mark = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
      return clean(`TypeScript: ${textOf(problem)} (TS${code}, line ${line})\n  ${text}\n  ${mark}^`);
    })
    .join('\n');
}

const MAX_FIELDS = 12;

/** A field that a response does not have is the most common mistake, so its message names the fields. */
function textOf({ message, absent }: TypeProblem): string {
  if (!absent) return message;
  const { owner, name, fields } = absent;
  const meant = /Did you mean '([^']+)'\?/.exec(message)?.[1];
  const more = fields.length > MAX_FIELDS ? ', …' : '';
  const advice = meant ? `Did you mean ${meant}?` : `Its fields: ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`;
  return `${owner} has no ${name}. ${advice}`;
}

const UNKNOWN_NAME = /^(?:Cannot find name|No value exists in scope for the shorthand property) '([^']+)'/;
const UNKNOWN_PROPERTY = /^Property '([^']+)' does not exist on type '(.*?)'\./;

/** The compiler does not know every name and method of this version of Node.js, and no name that a cell only assigned. */
function existsAtRunTime(message: string, peek: Peek): boolean {
  const [, name] = UNKNOWN_NAME.exec(message) ?? [];
  if (name !== undefined) return peek(name) !== undefined || name in globalThis;
  const [, property = '', type = ''] = UNKNOWN_PROPERTY.exec(message) ?? [];
  const owner = builtIn(type);
  return owner !== undefined && property in owner;
}

/** Returns the built-in object that a type describes: `Set<number>`, `SetConstructor`, `string[]`, `"text"`. */
function builtIn(type: string): object | undefined {
  if (type === 'typeof globalThis') return globalThis;
  if (type.endsWith('[]')) return Array.prototype;
  if (type === 'string' || /^"/.test(type)) return String.prototype;
  if (type === 'number' || /^-?\d/.test(type)) return Number.prototype;
  const [, name = '', isConstructor] = /^(\w+?)(Constructor)?(?:<.*>)?$/.exec(type) ?? [];
  const found: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
  if (!/^[A-Z]/.test(name) || typeof found !== 'function') return undefined;
  return isConstructor ? found : found.prototype;
}
