interface Exceeded {
  /** What is too large: `The SWML document`. */
  readonly what: string;
  readonly limit: number;
  /** The measured size. Omitted if reading stopped at the limit. */
  readonly actual?: number;
  /** The unit of the limit: `bytes`, `levels of nesting`. */
  readonly unit: string;
  readonly advice: string;
}

/** Thrown by every parser that rejects an input because it is too large, too deep or too slow to read. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  readonly what: string;
  readonly limit: number;
  readonly actual: number | undefined;
  readonly unit: string;
  readonly advice: string;

  constructor({ what, limit, actual, unit, advice }: Exceeded) {
    const size =
      actual === undefined
        ? `more than ${count(limit)} ${unit}`
        : `${count(actual)} ${unit}; the limit is ${count(limit)}`;
    super(`${what} has ${size}. ${advice}`);
    this.what = what;
    this.limit = limit;
    this.actual = actual;
    this.unit = unit;
    this.advice = advice;
  }
}

export const exceeded = (what: string, limit: number, unit: string, advice: string, actual?: number): LimitError =>
  new LimitError({ what, limit, unit, advice, ...(actual !== undefined && { actual }) });

const count = (size: number) => size.toLocaleString('en-US');

/** Invalid user input. The message is complete, so it is shown without an error name. */
export class Mistake extends Error {
  override readonly name = '';
}

/** Wrong arguments of a command. A shell adds how to print its help. */
export class UsageError extends Mistake {}
