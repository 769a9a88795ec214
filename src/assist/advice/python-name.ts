import os from 'node:os';
import { namesOf } from '../../eval/index.js';
import type { Session } from '../complete/complete.js';
import { valueAt } from '../complete/from-scope.js';
import { rowsOf, rowsOfList } from '../inspect/response-shape.js';
import { pathsIn } from '../tokens.js';
import { closing } from './corrected-call.js';

type Scope = Pick<Session, 'peek'>;

/** Returns the same in TypeScript for the argument of a call. `value` is undefined if it is not known. */
type Translation = (argument: string, value: unknown) => string | undefined;

/** Functions of Python by their dotted name. */
const CALLS: Readonly<Record<string, Translation>> = {
  'json.dumps': (argument) => `JSON.stringify(${argument})`,
  'json.loads': (argument) => `JSON.parse(${argument})`,
  'os.getcwd': () => 'process.cwd()',
  'os.getenv': (argument) => `process.env[${argument}]`,
  'os.listdir': (argument) => `(await import('node:fs')).readdirSync(${argument === 'value' ? "'.'" : argument})`,
  len: lengthOf,
  range: (argument) => `Array.from({ length: ${argument === 'value' ? '10' : argument} }, (_, index) => index)`,
  str: (argument, value) => `${typeof value === 'object' && value !== null ? 'JSON.stringify' : 'String'}(${argument})`,
};

function lengthOf(argument: string, value: unknown): string {
  const list = rowsOfList(value);
  if (list !== undefined) return `(await ${argument}).${list}.length`;
  const rows = rowsOf(value);
  if (rows !== undefined) return `${argument}.${rows}.length`;
  const isObject = typeof value === 'object' && Object.getPrototypeOf(value ?? []) === Object.prototype;
  return isObject ? `Object.keys(${argument}).length` : `${argument}.length`;
}

/**
 * Explains a function or a module of Python, such as `json.dumps(x)`. Returns undefined for another name, and nothing for a
 * member that has no equal here.
 */
export function onPythonName(name: string, source: string, { peek }: Scope): string[] | undefined {
  for (const { steps, isCalled, end } of pathsIn(source)) {
    if (steps[0] !== name) continue;
    const translate = Object.hasOwn(CALLS, steps.join('.')) ? CALLS[steps.join('.')] : undefined;
    const open = source.indexOf('(', end);
    const close = isCalled ? closing(source, open) : -1;
    if (translate && close >= 0) {
      const typed = source.slice(open + 1, close).trim();
      const isOne = typed !== '' && !/[,=]/.test(typed) && namesOf(`(${typed})`) !== undefined;
      const isName = /^[\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*$/u.test(typed);
      const value = isName ? valueAt(typed.split('.'), { peek }) : undefined;
      return [`in TypeScript, write ${translate(isOne ? typed : 'value', value)}`];
    }
    if (name !== 'os') continue;
    const [, member] = steps;
    if (member === 'environ') return ['in TypeScript, write process.env'];
    if (member === 'path') return ["in TypeScript, write import * as path from 'node:path'"];
    return member === undefined || Object.hasOwn(os, member)
      ? ["in TypeScript, write import * as os from 'node:os'"]
      : [];
  }
  return undefined;
}
