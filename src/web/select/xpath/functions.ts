import { inOneLine } from '../../html/html-text.js';
import { type PathNode, stringOf } from './tree.js';

export type Value = readonly PathNode[] | string | number | boolean;

export interface Context {
  readonly node: PathNode;
  readonly position: number;
  readonly size: number;
}

type Call = (args: readonly Value[], context: Context) => Value;

const text = ([value = '']: readonly Value[]) => toText(value);
const two = (args: readonly Value[]) => [toText(args[0] ?? ''), toText(args[1] ?? '')] as const;
const nameOf = ([nodes]: readonly Value[]) => (Array.isArray(nodes) ? nodes[0]?.name : undefined) ?? '';

interface XPathFunction {
  readonly takes: readonly [number, number];
  /** Whether the function receives node sets. Other functions receive the text of the first node. */
  readonly ofNodes?: boolean;
  /** A function with one optional argument receives the context node if the argument is missing. */
  readonly call: Call;
}

/** The functions with their minimum and maximum number of arguments. The last three come from XPath 2.0. */
export const FUNCTIONS: Readonly<Record<string, XPathFunction>> = {
  last: { takes: [0, 0], call: (_, { size }) => size },
  position: { takes: [0, 0], call: (_, { position }) => position },
  count: { takes: [1, 1], ofNodes: true, call: ([nodes]) => (Array.isArray(nodes) ? nodes.length : Number.NaN) },
  name: { takes: [0, 1], ofNodes: true, call: nameOf },
  'local-name': { takes: [0, 1], ofNodes: true, call: nameOf },
  string: { takes: [0, 1], call: text },
  'normalize-space': { takes: [0, 1], call: (args) => inOneLine(text(args)) },
  'string-length': { takes: [0, 1], call: (args) => text(args).length },
  concat: { takes: [2, 20], call: (args) => args.map(toText).join('') },
  contains: { takes: [2, 2], call: (args) => two(args)[0].includes(two(args)[1]) },
  'starts-with': { takes: [2, 2], call: (args) => two(args)[0].startsWith(two(args)[1]) },
  'substring-before': { takes: [2, 2], call: (args) => before(...two(args)) },
  'substring-after': { takes: [2, 2], call: (args) => after(...two(args)) },
  substring: { takes: [2, 3], call: ([whole = '', from = 1, length]) => cut(toText(whole), from, length) },
  translate: { takes: [3, 3], call: ([whole = '', from = '', to = '']) => translate(...texts(whole, from, to)) },
  not: { takes: [1, 1], ofNodes: true, call: ([value = false]) => !toBoolean(value) },
  boolean: { takes: [1, 1], ofNodes: true, call: ([value = false]) => toBoolean(value) },
  true: { takes: [0, 0], call: () => true },
  false: { takes: [0, 0], call: () => false },
  number: { takes: [0, 1], call: ([value = '']) => toNumber(value) },
  'ends-with': { takes: [2, 2], call: (args) => two(args)[0].endsWith(two(args)[1]) },
  'lower-case': { takes: [1, 1], call: (args) => text(args).toLowerCase() },
  'upper-case': { takes: [1, 1], call: (args) => text(args).toUpperCase() },
};

export function toText(value: Value): string {
  return typeof value === 'object' ? (value[0] ? stringOf(value[0]) : '') : String(value);
}

export function toNumber(value: Value): number {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  const digits = toText(value).trim();
  return digits === '' ? Number.NaN : Number(digits);
}

export const toBoolean = (value: Value): boolean => (typeof value === 'object' ? value.length > 0 : Boolean(value));

const before = (whole: string, mark: string) => whole.slice(0, Math.max(0, whole.indexOf(mark)));
const after = (whole: string, mark: string) =>
  whole.includes(mark) ? whole.slice(whole.indexOf(mark) + mark.length) : '';

/** Positions start at 1. */
function cut(whole: string, from: Value, length: Value | undefined): string {
  const start = Math.round(toNumber(from)) - 1;
  const end = length === undefined ? undefined : Math.max(0, start + Math.round(toNumber(length)));
  return whole.slice(Math.max(0, start), end);
}

const texts = (...values: [Value, Value, Value]) => values.map(toText) as [string, string, string];

/** Replaces each character of `from` with the character at the same position in `to`, or removes it. */
function translate(whole: string, from: string, to: string): string {
  const turned = new Map(
    [...from].map((character, index) => [character, [...to][index] ?? '']).reverse() as [string, string][],
  );
  return [...whole].map((character) => turned.get(character) ?? character).join('');
}
