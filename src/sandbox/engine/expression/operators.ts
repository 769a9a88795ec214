import { type Budget, ExpressionError } from './budget.js';
import { Pattern } from './pattern.js';

type Primitive = string | number | boolean | null | undefined;

/** Converts a value as JavaScript does: a list to its elements with commas, an object to `[object Object]`. */
export function primitive(value: unknown, budget: Budget): Primitive {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return value;
  }
  if (value === null) return null;
  if (value instanceof Pattern) return String(value.source);
  if (!Array.isArray(value)) return '[object Object]';
  budget.produce(budget.sizeOf(value));
  return value.map((part) => (part === null || part === undefined ? '' : textOf(part, budget))).join(',');
}

export const textOf = (value: unknown, budget: Budget): string => String(primitive(value, budget));
export const numberOf = (value: unknown, budget: Budget): number => Number(primitive(value, budget));

export function unary(operator: string, value: unknown, budget: Budget): unknown {
  switch (operator) {
    case '!':
      return !value;
    case '-':
      return -numberOf(value, budget);
    case '+':
      return numberOf(value, budget);
    case '~':
      return ~numberOf(value, budget);
    case 'typeof':
      return typeof value;
    case 'void':
      return undefined;
  }
  throw new ExpressionError(`the operator ${operator} is not allowed`);
}

export function binary(operator: string, left: unknown, right: unknown, budget: Budget): unknown {
  if (operator === '===') return left === right;
  if (operator === '!==') return left !== right;
  if (operator === '==') return isLooselyEqual(left, right, budget);
  if (operator === '!=') return !isLooselyEqual(left, right, budget);
  if (operator === 'in') {
    if (typeof right !== 'object' || right === null)
      throw new ExpressionError('the right side of in must be an object');
    return Object.hasOwn(right, textOf(left, budget));
  }
  const a = primitive(left, budget);
  const b = primitive(right, budget);
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) {
    const [one, two] = [String(a), String(b)];
    budget.produce(one.length + two.length);
    return one + two;
  }
  // Two texts are compared by their characters.
  if (typeof a === 'string' && typeof b === 'string' && COMPARE[operator]) {
    budget.reads(a);
    return COMPARE[operator](a, b);
  }
  const calculate = COMPARE[operator] ?? CALCULATE[operator];
  if (!calculate) throw new ExpressionError(`the operator ${operator} is not allowed`);
  return calculate(Number(a), Number(b));
}

function isLooselyEqual(left: unknown, right: unknown, budget: Budget): boolean {
  const [a, b] = [isObject(left), isObject(right)];
  if (a === b) return a ? left === right : looselyEqual(left as Primitive, right as Primitive);
  const [object, other] = a ? [left, right] : [right, left];
  return other !== null && other !== undefined && looselyEqual(primitive(object, budget), other as Primitive);
}

// Only primitive values, so no method of an object runs.
// biome-ignore lint/suspicious/noDoubleEquals: the operator of the document
const looselyEqual = (a: Primitive, b: Primitive) => a == b;
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

type Calculation = (a: number, b: number) => unknown;
type Comparison = <Value extends string | number>(a: Value, b: Value) => boolean;

const COMPARE: Readonly<Record<string, Comparison>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

const CALCULATE: Readonly<Record<string, Calculation>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};
