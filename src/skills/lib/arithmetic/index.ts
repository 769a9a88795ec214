/** Whole numbers are exact. All others are doubles. */
type Value = bigint | number;

/** The reason why an expression has no value. The message is the end of a sentence. */
export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
}

const MAX_EXPONENT = 1000;
/** The range of doubles. A larger whole number could not be combined with a double. */
const MAX_BITS = 1024;

type Operation = (left: Value, right: Value) => Value;

const add: Operation = (left, right) =>
  combined(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );

const subtract: Operation = (left, right) => add(left, -right);

const multiply: Operation = (left, right) =>
  combined(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );

const divide: Operation = (left, right) => {
  if (Number(right) === 0) throw new ArithmeticError('division by zero');
  const inDoubles = (a: number, b: number) => a / b;
  return combined(left, right, (a, b) => (a % b === 0n ? a / b : inDoubles(Number(a), Number(b))), inDoubles);
};

/** Returns the remainder of a division that is rounded down, as in Python. It has the sign of the right side. */
const modulo: Operation = (left, right) => {
  if (Number(right) === 0) throw new ArithmeticError('division by zero');
  return combined(
    left,
    right,
    (a, b) => ((a % b) + b) % b,
    (a, b) => (a % b !== 0 && a < 0 !== b < 0 ? (a % b) + b : a % b),
  );
};

const raise: Operation = (base, exponent) => {
  const times = Number(exponent);
  if (Math.abs(times) > MAX_EXPONENT)
    throw new ArithmeticError(`the exponent must be from -${MAX_EXPONENT} to ${MAX_EXPONENT}`);
  if (Number(base) === 0 && times < 0) throw new ArithmeticError('division by zero');
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) return wholePower(base, exponent);
  const value = Number(base) ** times;
  if (Number.isNaN(value)) throw new ArithmeticError('a negative number has no power with a fraction');
  return bounded(value);
};

/** Rejects a large result before it is calculated, because the calculation itself would take too long. */
function wholePower(base: bigint, exponent: bigint): Value {
  const hexDigits = base.toString(16).length;
  if (hexDigits * 4 * Number(exponent) > MAX_BITS * 4) throw tooLarge();
  return bounded(base ** exponent);
}

function combined(
  left: Value,
  right: Value,
  whole: (a: bigint, b: bigint) => Value,
  doubles: (a: number, b: number) => number,
): Value {
  const areWhole = typeof left === 'bigint' && typeof right === 'bigint';
  return bounded(areWhole ? whole(left, right) : doubles(Number(left), Number(right)));
}

function bounded(value: Value): Value {
  if (!Number.isFinite(Number(value))) throw tooLarge();
  return value;
}

const tooLarge = () => new ArithmeticError('a number is too large');

const MAX_LENGTH = 500;
const MAX_DEPTH = 50;

const SUMS = { '+': add, '-': subtract } as const;
const PRODUCTS = { '*': multiply, '/': divide, '%': modulo } as const;

/**
 * Evaluates numbers joined by `+ - * / % **`, signs and parentheses. Throws an `ArithmeticError` for anything else. The
 * text is never run as code, and the cost is limited by its length, its depth and the size of its numbers. As in
 * Python, a power binds tighter than a sign on its left, and powers group from the right.
 */
export function evaluate(text: string): Value {
  if (text.length > MAX_LENGTH) throw new ArithmeticError(`it has more than ${MAX_LENGTH} characters`);
  const words = wordsOf(text);
  let at = 0;
  let depth = 0;

  const sum = (): Value => chain(SUMS, product);
  const product = (): Value => chain(PRODUCTS, signed);

  function chain(operations: Readonly<Record<string, typeof add>>, next: () => Value): Value {
    let value = next();
    for (let word = words[at]; word !== undefined && Object.hasOwn(operations, word); word = words[at]) {
      at++;
      value = (operations[word] as typeof add)(value, next());
    }
    return value;
  }

  /** All nesting goes through this function, so it counts the depth. */
  function signed(): Value {
    if (++depth > MAX_DEPTH) throw new ArithmeticError(`it is nested more than ${MAX_DEPTH} levels deep`);
    const sign = words[at];
    if (sign === '-' || sign === '+') at++;
    const value = sign === '-' ? -signed() : sign === '+' ? signed() : power();
    depth--;
    return value;
  }

  function power(): Value {
    const base = atom();
    if (words[at] !== '**') return base;
    at++;
    return raise(base, signed());
  }

  function atom(): Value {
    const word = words[at++];
    if (word === undefined) throw new ArithmeticError('a number is missing at the end');
    if (word !== '(') return numberOf(word);
    const value = sum();
    if (words[at++] !== ')') throw new ArithmeticError('a parenthesis is not closed');
    return value;
  }

  const value = sum();
  if (at < words.length) throw new ArithmeticError(`an operator is missing before ${JSON.stringify(words[at])}`);
  return value;
}

const WORD = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|\*\*|\S/giu;

function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  if (words.length === 0) throw new ArithmeticError('it is empty');
  const odd = words.find((word) => !/[\d+\-*/%()]/.test(word));
  if (odd === undefined) return words;
  throw new ArithmeticError(ADVICE.get(odd) ?? `${JSON.stringify(odd)} is not allowed`);
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['^', 'write powers with **'],
  [',', 'write numbers without commas'],
  ['=', 'write an expression without ='],
]);

function numberOf(word: string): Value {
  if (!/\d/.test(word)) throw new ArithmeticError(`a number is missing before ${JSON.stringify(word)}`);
  return bounded(/^\d+$/.test(word) ? BigInt(word) : Number(word));
}
