import { nothing } from '../shapes/shape.js';
import { canBeSecret } from './looks-secret.js';
import type { SecretShape } from './token-format.js';

/** A form of text by which a secret is recognized. The redaction rules have a row for each. */
export interface SecretText {
  readonly shape: SecretShape;
  readonly part: string;
  readonly finds: string;
  readonly example: string;
  readonly examples?: readonly string[];
  /** Look-alikes, of which nothing is replaced. */
  readonly keeps: readonly string[];
  /** The example in the documentation, if other scanners would report the example itself. */
  readonly shown?: string;
}

export const row = <P extends string>(
  shape: SecretShape<P>,
  part: NoInfer<P>,
  finds: string,
  example: string,
  more: Pick<SecretText, 'examples' | 'keeps' | 'shown'>,
): SecretText => ({ shape, part, finds, example, ...more });

/** A shape whose pattern ends with its value, which is the only group that matched. */
export const endsWithValue = (
  heads: readonly string[],
  pattern: string,
  isSecret: (value: string) => boolean = canBeSecret,
): SecretShape<'value'> => ({
  pattern,
  heads,
  read({ end, groups: [, ...groups] }) {
    const value = groups.find((group) => group !== undefined) ?? '';
    return isSecret(value)
      ? { parts: [{ part: 'value', original: value, start: end - value.length, end }], next: end }
      : nothing(end);
  },
});
