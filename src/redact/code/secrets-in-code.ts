import { CodeText } from './code.js';
import { argumentSecrets } from './typed/arguments.js';
import { assignedSecrets } from './typed/assigned.js';
import { cardEntries } from './typed/cards.js';
import { ExpressionReader } from './typed/expression.js';
import { introducedSecrets } from './typed/introduced.js';
import { shapedSecrets } from './typed/shapes.js';
import { tokensOf, type Written } from './typed/tokens.js';

/** Finds the secrets in a typed input. It uses no parser, because some inputs of the history do not parse. */
export const secretsInCode = (source: string): readonly Written[] => secretsIn(new CodeText(source));

export function secretsIn(code: CodeText): readonly Written[] {
  const tokens = tokensOf(code);
  const reader = new ExpressionReader(tokens);
  const found = [
    ...assignedSecrets(tokens, reader),
    ...introducedSecrets(tokens, reader),
    ...shapedSecrets(code),
    ...argumentSecrets(tokens),
    ...cardEntries(code),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Written[] = [];
  for (const one of found) if (one.start >= (apart.at(-1)?.end ?? 0)) apart.push(one);
  return apart;
}
