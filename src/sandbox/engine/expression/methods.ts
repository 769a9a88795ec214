import { type Budget, ExpressionError } from './budget.js';

/** What a method may use. */
export interface Run {
  readonly budget: Budget;
  /** Returns a number from 0 up to 1, for `Math.random()`. */
  readonly random: () => number;
}

export type Methods<Target> = Readonly<Record<string, (target: Target, args: readonly unknown[], run: Run) => unknown>>;

/** A function of a document: an argument of a method, such as `(item) => item.name`. */
export class Callback {
  constructor(readonly call: (args: readonly unknown[]) => unknown) {}
}

export const isCallback = (value: unknown): value is Callback => value instanceof Callback;

export function callbackOf(value: unknown, method: string): Callback {
  if (isCallback(value)) return value;
  throw new ExpressionError(`${method} requires a function, such as (item) => item.name`);
}
