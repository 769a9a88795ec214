/** Whole numbers are exact. All others are doubles. */
export type Value = bigint | number;

/** The reason why an expression has no value. The message is the end of a sentence. */
export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
}

const MAX_EXPONENT = 1000;
/** The range of doubles. A larger whole number could not be combined with a double. */
const MAX_BITS = 1024;

type Operation = (left: Value, right: Value) => Value;

export const add: Operation = (left, right) =>
  combined(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );

export const subtract: Operation = (left, right) => add(left, -right);

export const multiply: Operation = (left, right) =>
  combined(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );

export const divide: Operation = (left, right) => {
  if (Number(right) === 0) throw new ArithmeticError('division by zero');
  const inDoubles = (a: number, b: number) => a / b;
  return combined(left, right, (a, b) => (a % b === 0n ? a / b : inDoubles(Number(a), Number(b))), inDoubles);
};

/** Returns the remainder of a division that is rounded down, as in Python. It has the sign of the right side. */
export const modulo: Operation = (left, right) => {
  if (Number(right) === 0) throw new ArithmeticError('division by zero');
  return combined(
    left,
    right,
    (a, b) => ((a % b) + b) % b,
    (a, b) => (a % b !== 0 && a < 0 !== b < 0 ? (a % b) + b : a % b),
  );
};

export const raise: Operation = (base, exponent) => {
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

export function bounded(value: Value): Value {
  if (!Number.isFinite(Number(value))) throw tooLarge();
  return value;
}

const tooLarge = () => new ArithmeticError('a number is too large');
