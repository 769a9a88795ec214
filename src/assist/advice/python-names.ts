import os from 'node:os';
import { namesOf } from '../../eval/index.js';
import { codeTokens } from '../../javascript/index.js';
import type { Session } from '../complete/complete.js';
import { valueAt } from '../complete/from-scope.js';
import { rowsOf, rowsOfList } from '../inspect/response-shape.js';
import { pathsIn } from '../tokens.js';
import { closing } from './corrected-call.js';

type Scope = Pick<Session, 'peek'>;

/** Returns the same call in TypeScript, or undefined if it is not known. `value` is that of the first argument, if known. */
type Translation = (args: readonly string[], value: unknown) => string | undefined;

interface PythonName {
  /** The name or the operator in TypeScript. */
  readonly word?: string;
  readonly call?: Translation;
  /** The hint on the name alone, if it is not the call of `value`. */
  readonly advice?: string;
  /** Whether the name alone is a word of English, of which only a call is Python. */
  readonly isOnlyCalled?: true;
}

/** Writes a call with one argument: `value` is the placeholder for it. */
const one =
  (form: string): Translation =>
  ([argument = 'value', ...more]) =>
    more.length === 0 ? form.replaceAll('value', () => argument) : undefined;

/** The words and functions of Python, by their dotted name. Hints on a name, on a call and on a whole line read it. */
export const PYTHON: Readonly<Record<string, PythonName>> = {
  None: { word: 'null' },
  True: { word: 'true' },
  False: { word: 'false' },
  and: { word: '&&' },
  or: { word: '||' },
  not: { word: '!' },
  print: { word: 'console.log', advice: 'in TypeScript, write console.log(value)' },
  len: { call: ([list = 'value', ...more], value) => (more.length === 0 ? lengthOf(list, value) : undefined) },
  range: { call: (args) => rangeOf(args) },
  str: {
    word: 'String',
    call: ([argument = 'value'], value) =>
      `${typeof value === 'object' && value !== null ? 'JSON.stringify' : 'String'}(${argument})`,
  },
  int: { word: 'Number', call: one('Math.trunc(Number(value))'), advice: 'in TypeScript, write Number(value)' },
  float: { word: 'Number', call: one('Number(value)') },
  bool: { word: 'Boolean', call: one('Boolean(value)') },
  repr: { call: one('JSON.stringify(value)') },
  list: { call: one('[...value]'), isOnlyCalled: true },
  tuple: { call: one('[...value]'), isOnlyCalled: true },
  dict: { call: one('Object.fromEntries(value)'), isOnlyCalled: true },
  type: { call: one('typeof value') },
  isinstance: { call: ([value = 'value', type = 'Type']) => `${value} instanceof ${type}` },
  dir: { call: one('Object.keys(value)'), advice: 'in TypeScript, write Object.keys(value), or value? for help' },
  sorted: { call: one('value.toSorted()'), advice: 'in TypeScript, write values.toSorted()' },
  reversed: { call: one('value.toReversed()'), advice: 'in TypeScript, write values.toReversed()' },
  enumerate: { call: one('value.entries()'), advice: 'in TypeScript, write values.entries()' },
  sum: { call: one('value.reduce((sum, one) => sum + one, 0)') },
  any: { call: one('value.some(Boolean)'), isOnlyCalled: true },
  all: { call: one('value.every(Boolean)'), isOnlyCalled: true },
  map: { call: ([call = 'call', values = 'values']) => `${values}.map(${call})`, isOnlyCalled: true },
  filter: { call: ([test = 'test', values = 'values']) => `${values}.filter(${test})`, isOnlyCalled: true },
  abs: { call: one('Math.abs(value)') },
  round: { call: one('Math.round(value)'), isOnlyCalled: true },
  max: { call: (args) => extreme('max', args), isOnlyCalled: true },
  min: { call: (args) => extreme('min', args), isOnlyCalled: true },
  open: {
    call: ([file = 'file', mode = "'r'"]) =>
      `(await import('node:fs')).${mode.includes('r') ? `readFileSync(${file}, 'utf8')` : `writeFileSync(${file}, text)`}`,
    advice: "in TypeScript, write (await import('node:fs')).readFileSync(file, 'utf8')",
  },
  input: { advice: 'in TypeScript, assign the value to a variable' },
  pass: { advice: 'in TypeScript, an empty block is { }' },
  requests: { advice: 'in TypeScript, write await fetch(url), or use platform' },
  sys: { advice: 'in TypeScript, use process' },
  'json.dumps': { call: one('JSON.stringify(value)') },
  'json.loads': { call: one('JSON.parse(value)') },
  'os.getcwd': { call: () => 'process.cwd()' },
  'os.getenv': { call: one('process.env[value]') },
  'os.listdir': { call: ([folder = "'.'"]) => `(await import('node:fs')).readdirSync(${folder})` },
  'time.sleep': { call: one('await new Promise((resolve) => setTimeout(resolve, 1000 * value))') },
  'time.time': { call: () => 'Date.now() / 1000' },
};

/** Methods of Python, and those of lists, strings and objects that do the same. */
const METHODS: Readonly<Record<string, string>> = {
  append: 'push',
  extend: 'push',
  endswith: 'endsWith',
  find_all: 'filter',
  has_key: 'hasOwnProperty',
  insert: 'splice',
  lower: 'toLowerCase',
  startswith: 'startsWith',
  strip: 'trim',
  upper: 'toUpperCase',
};

export const pythonMethod = (name: string): string | undefined =>
  Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;

export const pythonName = (name: string): PythonName | undefined =>
  Object.hasOwn(PYTHON, name) ? PYTHON[name] : undefined;

function lengthOf(argument: string, value: unknown): string {
  const list = rowsOfList(value);
  if (list !== undefined) return `(await ${argument}).${list}.length`;
  const rows = rowsOf(value);
  if (rows !== undefined) return `${argument}.${rows}.length`;
  const isObject = typeof value === 'object' && Object.getPrototypeOf(value ?? []) === Object.prototype;
  return isObject ? `Object.keys(${argument}).length` : `${argument}.length`;
}

const extreme = (name: 'max' | 'min', args: readonly string[]): string =>
  `Math.${name}(${args.length < 2 ? `...${args[0] ?? 'values'}` : args.join(', ')})`;

const MAX_NUMBERS = 10;

/** Writes out a short range of numbers. */
function rangeOf(args: readonly string[]): string | undefined {
  if (args.length > 3) return undefined;
  const [start = '0', end = 'count', step = '1'] = args.length === 0 ? [] : args.length === 1 ? ['0', ...args] : args;
  const [first, last, by] = [start, end, step].map(Number) as [number, number, number];
  const length = Math.ceil((last - first) / by);
  if (length >= 0 && length <= MAX_NUMBERS && [start, end, step].every((text) => /^-?\d+$/.test(text)))
    return `[${Array.from({ length }, (_, index) => first + index * by).join(', ')}]`;
  const distance = start === '0' ? end : `${end} - ${start}`;
  const count = step === '1' ? distance : `Math.ceil((${distance}) / ${step})`;
  const item = `${start === '0' ? '' : `${start} + `}index${step === '1' ? '' : ` * ${step}`}`;
  return `Array.from({ length: ${count} }, (_, index) => ${item})`;
}

/** Splits the arguments of a call at its commas. */
export function argumentsIn(code: string): string[] {
  const args: string[] = [];
  let [depth, start] = [0, 0];
  for (const { kind, start: at } of codeTokens(code)) {
    const sign = kind === 'sign' ? (code[at] ?? '') : '';
    if (sign !== '' && '([{'.includes(sign)) depth++;
    else if (sign !== '' && ')]}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      args.push(code.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = code.slice(start).trim();
  return last === '' ? args : [...args, last];
}

/** Returns the call in TypeScript. `args` are its arguments in TypeScript. */
export function translatedCall(name: string, args: readonly string[], { peek }: Scope): string | undefined {
  const [first = ''] = args;
  const isName = /^[\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*$/u.test(first);
  return pythonName(name)?.call?.(args, isName ? valueAt(first.split('.'), { peek }) : undefined);
}

/**
 * Explains a name of Python, such as `len` or `json.dumps(x)`. Returns undefined for another name, and nothing for a member
 * that has no equal here.
 */
export function onPythonName(
  name: string,
  source: string,
  scope: Scope & { readonly translate: (code: string) => string | undefined },
): string[] | undefined {
  for (const { steps, isCalled, end } of pathsIn(source)) {
    if (steps[0] !== name) continue;
    const dotted = steps.join('.');
    const known = pythonName(dotted);
    const open = source.indexOf('(', end);
    const close = isCalled ? closing(source, open) : -1;
    if (known?.call && close >= 0) {
      const typed = argumentsIn(source.slice(open + 1, close));
      const args = typed.flatMap((argument) => scope.translate(argument) ?? []);
      const isCode = args.length === typed.length && args.every((argument) => namesOf(`(${argument})`) !== undefined);
      const code = isCode ? translatedCall(dotted, args, scope) : undefined;
      const example = translatedCall(dotted, [], scope);
      return [`in TypeScript, write ${code !== undefined && namesOf(code) ? code : example}`];
    }
    if (name !== 'os') continue;
    const [, member] = steps;
    if (member === 'environ') return ['in TypeScript, write process.env'];
    if (member === 'path') return ["in TypeScript, write import * as path from 'node:path'"];
    return member === undefined || Object.hasOwn(os, member)
      ? ["in TypeScript, write import * as os from 'node:os'"]
      : [];
  }
  const known = pythonName(name);
  if (!known || known.isOnlyCalled) return undefined;
  return [known.advice ?? `in TypeScript, write ${known.call?.([], undefined) ?? known.word}`];
}
