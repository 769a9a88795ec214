import { describe, expect, it } from 'vitest';
import { hasPlaceholder, lookup, type Scope, substitute } from '../../../src/sandbox/engine/expression/index.js';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of call documents
const scope: Scope = {
  call: { from: '+15550100', headers: [{ name: 'X-A', value: '1' }] },
  params: { a: '1', b: '2' },
  vars: {
    count: 3,
    name: 'Ada',
    nothing: null,
    items: [{ sku: 'a1' }, { sku: 'b2' }],
    request_response_headers: { 'content-type': 'application/json' },
    which: 'count',
  },
  envs: { region: 'eu', name: 'hidden' },
};

function substituted(value: unknown): { readonly value: unknown; readonly problems: readonly string[] } {
  const problems: string[] = [];
  return { value: substitute(value, scope, (problem) => problems.push(problem)), problems };
}

const VALUES: readonly (readonly [string, unknown])[] = [
  ['plain text', 'plain text'],
  ['${name}', 'Ada'],
  ['%{name}', 'Ada'],
  ['${ vars.name }', 'Ada'],
  ['Hello ${name} and %{region}!', 'Hello Ada and eu!'],
  ['${count}', 3],
  ['${count} calls', '3 calls'],
  ['${items}', scope.vars.items],
  ['items: ${items}', 'items: [{"sku":"a1"},{"sku":"b2"}]'],
  ['${items[1].sku}', 'b2'],
  ['${call.headers[0].value}', '1'],
  ['${request_response_headers.content-type}', 'application/json'],
  ['${request_response_headers.x-missing}', ''],
  ['${missing}', ''],
  ['<${vars.missing.deep}>', '<>'],
  ['${nothing}', ''],
  ['${true}', true],
  ['${items.length}', ''],
  ['${(items.length)}', 2],
  ['${params.a + params.b}', '12'],
  ['${count-1}', 2],
  ['${count * 2}${name}', '6Ada'],
  ["${items.map((item) => ({ s: item.sku }).s).join('}')}", 'a1}b2'],
  ['${"{" + name + "}"}', '{Ada}'],
  ['${/[}"]/.test("}") ? "yes" : `${name}}`}', 'yes'],
  ['${`a ${name} {`}', 'a Ada {'],
  ['${count / 3}${name}${count / 1}', '1Ada3'],
  ['${vars.${which}}', 3],
  ['%{call.${"from"}}', '+15550100'],
  ['costs $5 or 5% {or so}', 'costs $5 or 5% {or so}'],
  ['\\${name}', '\\Ada'],
];

describe('a text with placeholders', () => {
  it.each(VALUES)('is filled in: %s', (source, value) => {
    expect(substituted(source)).toEqual({ value, problems: [] });
  });

  it.each([
    ['${missing + 1}', '', '${missing + 1}: missing is not defined'],
    ['a ${1 +} b', 'a  b', '${1 +}: it is not JavaScript: Unexpected token at character 3'],
    ['${name} and ${name', 'Ada and ${name', '"${name" has no closing brace'],
    ["${user's name} x", "${user's name} x", '"${user\'s name} x" has no closing brace'],
    [`\${${'a'.repeat(1500)}}`, '', 'a placeholder has 1,500 characters; the limit is 1,024'],
  ])('reports a problem and continues: %.30s', (source, value, problem) => {
    expect(substituted(source)).toEqual({ value, problems: [problem] });
  });

  it('is filled in inside of lists and objects, whose keys stay', () => {
    const value = { '${name}': ['${count}', { deep: '%{name}' }, 5, null, true] };
    expect(substituted(value)).toEqual({
      value: { '${name}': [3, { deep: 'Ada' }, 5, null, true] },
      problems: [],
    });
  });

  it('is recognised at any depth', () => {
    expect(hasPlaceholder({ a: [{ b: 'x %{y}' }] })).toBe(true);
    expect(hasPlaceholder({ '${a}': ['$ { }', 5, null] })).toBe(false);
  });
});

describe('a path', () => {
  it('reads own values only', () => {
    expect(lookup('items[0].sku', scope)).toBe('a1');
    expect(lookup('items.length', scope)).toBeUndefined();
    expect(lookup('vars.constructor.name', scope)).toBeUndefined();
    expect(lookup('__proto__', scope)).toBeUndefined();
  });
});

describe('a hostile text', () => {
  const MEGABYTE = 2 ** 20;
  const text = (piece: string) => piece.repeat(MEGABYTE / piece.length);

  it.each([
    '${',
    '${"',
    '${/',
    '${/[',
    '${`',
    '${`${',
    '${a b}',
    '${1+1}',
    '${name}',
    '${"x".repeat(1e5)}',
    '${items.map((a) => items.map((b) => b))}',
  ])('of one megabyte is filled in without a hang: %s', (piece) => {
    const { value, problems } = substituted(text(piece));
    expect(typeof value === 'string' && value.length).toBeLessThanOrEqual(MEGABYTE + 10);
    expect(problems.length).toBeLessThanOrEqual(21);
  });

  it('of nested placeholders is a problem', () => {
    expect(substituted('${'.repeat(300_000) + '}'.repeat(300_000))).toEqual({
      value: '',
      problems: ['a placeholder has 899,997 characters; the limit is 1,024'],
    });
  });

  it('does not produce a value that doubles without limit', () => {
    const doubled = (value: unknown) => {
      const problems: string[] = [];
      const next = substitute({ a: '${vars.x}', b: '${vars.x}' }, { ...scope, vars: { x: value } }, (one) =>
        problems.push(one),
      );
      return { next, problems };
    };
    let value: unknown = 'x';
    const problems: string[] = [];
    for (let round = 0; round < 40; round++) {
      const { next, problems: more } = doubled(value);
      problems.push(...more);
      value = next;
    }
    expect(problems[0]).toContain('produces more than 1,048,576 characters and elements');
    expect(JSON.stringify(value).length).toBeLessThan(10 * MEGABYTE);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of call documents
