import { pictureOf } from '../../assist/index.js';
import { Illustrated, Sheet } from '../../show/index.js';

/** A value as somebody shows it who knows more of it than its fields; most values stay what they are. */
export function present(value: unknown): unknown {
  const picture = pictureOf(value);
  if (!picture) return value;
  const { parts, isWhole, isTelling, isFailure } = picture;
  return isWhole ? new Sheet(parts, isFailure) : new Illustrated(value, parts, isTelling);
}
