import { readJson } from '../../request/read-json.js';
import { ExpressionError } from './budget.js';
import type { Run } from './methods.js';
import { numberOf, primitive, textOf } from './operators.js';

type BuiltIn = (args: readonly unknown[], run: Run) => unknown;

const MATH = Object.getOwnPropertyNames(Math).filter((name) => typeof Reflect.get(Math, name) === 'function');
const math: Record<string, BuiltIn> = Object.fromEntries(
  MATH.map((name) => [
    `Math.${name}`,
    (args: readonly unknown[], { budget }: Run) =>
      Reflect.apply(
        Reflect.get(Math, name),
        undefined,
        args.map((arg) => numberOf(arg, budget)),
      ),
  ]),
);

const objectOf = (value: unknown): object => {
  if (typeof value === 'object' && value !== null) return value;
  throw new ExpressionError('Object.keys, values and entries require an object');
};

/** The functions that expressions can call by name. */
export const FUNCTIONS: Readonly<Record<string, BuiltIn>> = {
  ...math,
  'Math.random': (_, { random }) => random(),
  parseInt: ([text, radix], { budget }) =>
    Number.parseInt(textOf(text, budget), radix === undefined ? undefined : numberOf(radix, budget)),
  parseFloat: ([text], { budget }) => Number.parseFloat(textOf(text, budget)),
  Number: (args, { budget }) => (args.length === 0 ? 0 : numberOf(args[0], budget)),
  String: (args, { budget }) => (args.length === 0 ? '' : textOf(args[0], budget)),
  Boolean: ([value]) => Boolean(value),
  isNaN: ([value], { budget }) => Number.isNaN(numberOf(value, budget)),
  isFinite: ([value], { budget }) => Number.isFinite(numberOf(value, budget)),
  encodeURIComponent: ([text], { budget }) => budget.made(encodeURIComponent(textOf(text, budget))),
  decodeURIComponent: ([text], { budget }) => budget.made(decodeURIComponent(textOf(text, budget))),
  'Number.isInteger': ([value]) => Number.isInteger(value),
  'Number.isFinite': ([value]) => Number.isFinite(value),
  'Number.isNaN': ([value]) => Number.isNaN(value),
  'Number.parseInt': (args, run) => FUNCTIONS.parseInt?.(args, run),
  'Number.parseFloat': (args, run) => FUNCTIONS.parseFloat?.(args, run),
  'Array.isArray': ([value]) => Array.isArray(value),
  'Object.keys': ([value], { budget }) => budget.made(Object.keys(objectOf(value))),
  'Object.values': ([value], { budget }) => budget.made(Object.values(objectOf(value))),
  'Object.entries': ([value], { budget }) => budget.made(Object.entries(objectOf(value))),
  'JSON.stringify': ([value, , indent], { budget }) => {
    // A character needs up to six in JSON, and an indent is up to ten for each level.
    budget.produce(6 * budget.sizeOf(value));
    const written = JSON.stringify(value, null, numberOf(indent, budget) || 0);
    budget.produce(written?.length ?? 0);
    return written;
  },
  'JSON.parse': ([text], { budget }) => {
    const written = textOf(text, budget);
    const read = readJson(written);
    if ('problem' in read) throw new ExpressionError(`JSON.parse cannot read its text: ${read.problem}`);
    return budget.made(read.value);
  },
};

export const CONSTANTS: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  ...Object.fromEntries(
    ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'].map((name) => [
      `Math.${name}`,
      Reflect.get(Math, name),
    ]),
  ),
};

const NUMBER_NATIVE = 'toExponential toFixed toPrecision toString valueOf'.split(' ');

/** Methods of numbers and booleans. */
export const NUMBER_METHODS = Object.fromEntries(
  NUMBER_NATIVE.map((name) => [
    name,
    (target: number | boolean, args: readonly unknown[], { budget }: Run) => {
      const prototype = typeof target === 'number' ? Number.prototype : Boolean.prototype;
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function') throw new ExpressionError(`${name} requires a number`);
      return Reflect.apply(
        method,
        target,
        args.map((arg) => primitive(arg, budget)),
      );
    },
  ]),
);
