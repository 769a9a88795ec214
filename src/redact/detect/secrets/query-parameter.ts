import { isOpaqueParameter, isSecretParameter, plainName } from '../field-names.js';
import { nothing } from '../shapes/shape.js';
import { canBeSecret, isOpaque } from './looks-secret.js';
import { row, type SecretText } from './secret-text.js';
import type { SecretShape } from './token-format.js';

const STARTS = 'si Si SI ke co se to ac au ha ti X- x- AW Go sa'.split(' ');

/** A parameter of a query without the address before it, as in the first line of a request. */
const PARAMETER: SecretShape<'value'> = {
  pattern: '[?&]([A-Za-z][\\w-]{1,31})=([^&#\\s"\'`<>\\\\]{6,2048})',
  heads: STARTS.flatMap((start) => [`?${start}`, `&${start}`]),
  read({ end, groups: [, name = '', value = ''] }) {
    const field = plainName(name);
    const isSecret = isSecretParameter(field) ? canBeSecret(value) : isOpaqueParameter(field) && isOpaque(value);
    return isSecret
      ? { parts: [{ part: 'value', original: value, start: end - value.length, end }], next: end }
      : nothing(end);
  },
};

export const QUERY_PARAMETERS: readonly SecretText[] = [
  row(PARAMETER, 'value', 'secret parameters of a path', 'GET /file?sig=opensesame HTTP/1.1', {
    examples: ['/file?a=1&X-Amz-Signature=opensesame', '/back?code=opensesame', '/file?access_key=opensesame&b=2'],
    keeps: ['/calls?code=21211', '/page?sort=created&to=a1b2c3d4', '/file?sig=', '/x?code=invalid_request'],
  }),
];
