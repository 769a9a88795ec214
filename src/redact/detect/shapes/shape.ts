import type { Span } from '../../replace/edits.js';
import type { KnownNumbers } from '../known-numbers.js';

/** A pattern for values that a text shows by their form alone, such as an IP address. */
export interface Shape<Part extends string = string> {
  /** The source of a regular expression. Its groups are passed to `read`. */
  readonly pattern: string;
  /** A quick check: a text without a match of `sign` and `digits` has no such shape. */
  readonly sign?: string;
  /** The same for shapes of digits, dots and spaces only. */
  readonly digits?: string;
  read(match: ShapeMatch, options: ShapeOptions): Reading<Part>;
}

export interface ShapeOptions {
  readonly keepLoopback: boolean;
  /** Known numbers, for digits without a plus sign. Undefined while documents are being learnt. */
  readonly numbers?: KnownNumbers;
}

export interface ShapeMatch extends Span {
  readonly text: string;
  readonly groups: readonly (string | undefined)[];
}

/** A value in a match: its range, and the original that all its spellings stand for. */
export interface ShapePart<Part extends string = string> extends Span {
  readonly part: Part;
  readonly original: string;
}

export interface Reading<Part extends string = string> {
  readonly parts: readonly ShapePart<Part>[];
  readonly next: number;
}

/** A reading with one value that is the whole shape. */
export const whole = (start: number, end: number, original: string): Reading<'whole'> => ({
  parts: [{ part: 'whole', original, start, end }],
  next: end,
});

export const nothing = (next: number): Reading<never> => ({ parts: [], next });
