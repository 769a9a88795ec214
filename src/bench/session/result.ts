import { type InspectOptions, inspect } from 'node:util';
import { pictureOf } from '../../assist/index.js';
import { Illustrated, Sheet, Whole, wrapped } from '../../show/index.js';

/** Text output of a dot command. It is shown as it is, not as a quoted string. */
export class CommandText {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
  /** Wraps a single line between words. Text with several lines stays unchanged, so that it can be copied. */
  [inspect.custom](_depth: number, { breakLength = Number.POSITIVE_INFINITY }: InspectOptions): string {
    return this.text.includes('\n') ? this.text : wrapped(this.text, breakLength).join('\n');
  }
}

/** Returns whether a value is a result. The output of a dot command or of help is not. */
export const isResult = (value: unknown): boolean =>
  value !== undefined && !(value instanceof Sheet || value instanceof CommandText || value instanceof Whole);

/** Wraps a value with its picture for display. Returns a value without a picture unchanged. */
export function present(value: unknown): unknown {
  const picture = pictureOf(value);
  if (!picture) return value;
  const { parts, isWhole, isComplete, isFailure } = picture;
  return isWhole ? new Sheet(parts, isFailure) : new Illustrated(value, parts, isComplete);
}
