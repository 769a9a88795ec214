import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asCode } from '../../src/util/index.js';

it.each(['{"__proto__":1}', '{"a b":[1,{"9x":"it\'s"}],"0":null,"constructor":"\\u2028"}'])(
  'writes %s as code that gives the same value',
  (json) => {
    const value: unknown = JSON.parse(json);
    expect(JSON.stringify(runInNewContext(`(${asCode(value)})`))).toBe(JSON.stringify(value));
  },
);
