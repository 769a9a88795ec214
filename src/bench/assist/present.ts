import { pictureOf } from '../../assist/index.js';
import { Illustrated, Sheet } from '../../show/index.js';

/** Wraps a value with its picture for display. Returns a value without a picture unchanged. */
export function present(value: unknown): unknown {
  const picture = pictureOf(value);
  if (!picture) return value;
  const { parts, isWhole, isComplete, isFailure } = picture;
  return isWhole ? new Sheet(parts, isFailure) : new Illustrated(value, parts, isComplete);
}
