import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../src/eval/index.js';
import { completeness as limited } from '../../src/eval/parse/completeness.js';

const { completeness } = createEvaluator();

describe('completeness', () => {
  it.each([
    '',
    '1',
    'let x',
    '{ a: 1, b: 2 }',
    'type T = string',
    'f<number>(1)',
    'const n: number = 1',
    'abstract class A { abstract f(): void }',
    'using held = open()',
    'a\n  .b()',
    'await sleep(1)',
    '@logged class A {}',
    'x! / 2',
  ])('takes %j as it stands', (source) => expect(completeness(source)).toEqual({ status: 'complete' }));

  it.each([
    ['if (true) {', '  '],
    ['call(', '  '],
    ['call({', '  '],
    ['call({\n  a: [', '    '],
    ['1 +', '  '],
    ['1 + // more', '  '],
    ['a.', '  '],
    ['x =>', '  '],
    ['if (x)', '  '],
    ['try {}', '  '],
    ['const x', '  '],
    ['import { a } from', '  '],
    ['{ a: 1, b:', '  '],
    ['const n: number =', '  '],
    ['x as', '  '],
    ['interface A', '  '],
    ['function f(a: string): void', '  '],
    ['@logged', '  '],
    ['class A {\n  n: number = 1\n  m() {', '    '],
    ['`text', ''],
    ['/* text', ''],
    ['f(x! / 2,', '  '],
  ])('waits for more after %j', (source, indent) =>
    expect(completeness(source)).toMatchObject({ status: 'incomplete', indent }),
  );

  it.each([
    ['call({\n  a: [', '[ of line 2'],
    ["f(1, {\n a: '}' }", '( of line 1'],
    ['const a = `x ${f(1}', undefined],
    ['`text', '`'],
    ['1 + /* text', '/*'],
    ['1 +', undefined],
    ['class A {\n  n: number = 1\n  m() {}\n', '{ of line 1'],
  ])('names what is open in %j', (source, open) => expect(completeness(source).open).toBe(open));

  it.each(['/abc', '/', '/[', '\\', '\\u{', '0x', '0b', '1a', '#', '"\\u{', 'class A { #', 'call("\\x'])(
    'runs %j, which no further line can mend',
    (source) => expect(completeness(source)).toEqual({ status: 'invalid' }),
  );

  it('is unknown after the time limit, so that Enter runs the input', () => {
    expect(limited(`[${'1,'.repeat(2_000_000)}`, 1)).toEqual({ status: 'unknown' });
  });

  it.each(['let = = 1;', '1 1', 'call(]', '} else {', '"text', 'return', 'call(1 1'])(
    'reports %j as invalid',
    (source) => expect(completeness(source)).toEqual({ status: 'invalid' }),
  );
});

describe('an input that waits for more', () => {
  it.each([
    ['x =', '= needs a value'],
    ['-', '- needs a value'],
    ['!', '! needs a value'],
    ['1 +', '+ needs a value'],
    ['a &&', '&& needs a value'],
    ['await', 'await needs a value'],
    ['platform.', '. needs a name'],
    ['const', 'const needs a name'],
    ['if (a)', undefined],
    ['f(1 +', undefined],
  ])('names what %j lacks', (source, missing) =>
    expect(completeness(source)).toMatchObject({ status: 'incomplete', ...(missing && { missing }) }),
  );

  const HEADS = ['if True:', 'while True:', 'elif a == 1:', 'else:', 'try:', 'except:', 'except ValueError as e:'];
  const OTHERS = [
    'finally:',
    'def f(x):',
    'class A:',
    'for a in b:',
    'lambda x:',
    'if True: # always',
    'sections:',
    'main:',
  ];
  it.each([...HEADS, ...OTHERS])('does not wait after %j, which is another language', (source) =>
    expect(completeness(source)).toEqual({ status: 'invalid' }),
  );

  it.each([
    'for await (const a of b) a ? 1 :',
    'if (a) b ? 1 :',
    'outer: for (;;)',
    'f({ a:',
    'switch (a) { case 1:',
    'const a: A =',
  ])('waits after %j', (source) => expect(completeness(source).status).toBe('incomplete'));
});
