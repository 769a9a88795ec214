import { describe, expect, it } from 'vitest';
import { createEvaluator, SourceError, userStack } from '../../src/eval/index.js';

async function errorOf(source: string, options = {}): Promise<unknown> {
  return createEvaluator()
    .run(source, options)
    .then(
      () => expect.fail('it should throw'),
      (error) => error,
    );
}

describe('userStack', () => {
  it('returns the place in plain JavaScript after rewritten declarations', async () => {
    const error = await errorOf('const a = 1;\nfunction work() {\n  const b = 2; throw new Error("x");\n}\n\nwork()');
    expect(userStack(error)).toEqual(['at work (input-1:3:22)', 'at input-1:6:5']);
  });

  it('returns the typed line after types are removed', async () => {
    const source =
      'interface A {\n  n: number;\n}\n\ntype B = A;\nconst f = (a: A): never => {\n  throw new Error("x");\n};\nf({ n: 1 })';
    expect(userStack(await errorOf(source))).toEqual(['at f (input-1:7:9)', 'at input-1:9:1']);
  });

  it('follows a stack through awaits with the given file name', async () => {
    const error = await errorOf('const f = async () => {\n  await 0;\n  throw new Error("x");\n};\nawait f()', {
      filename: 'cell 3',
    });
    expect(userStack(error)).toEqual(['at f (cell 3:3:9)', 'at async cell 3:5:1']);
  });

  it('counts columns from the object, not from its parenthesis', async () => {
    expect(userStack(await errorOf('{ a: missing }'))).toEqual(['at input-1:1:6']);
  });

  it('maps places in earlier inputs', async () => {
    const evaluator = createEvaluator();
    await evaluator.run('\nfunction early(): never {\n  throw new Error("x");\n}');
    const error = await evaluator.run('early()').catch((thrown) => thrown);
    expect(userStack(error)).toEqual(['at early (input-1:3:9)', 'at input-2:1:6']);
  });

  it('is empty for a value that is not an error', () => expect(userStack('x')).toEqual([]));

  it('has no frames of this package when an import fails', async () => {
    expect(userStack(await errorOf('import { nope } from "node:path"'))).toEqual([]);
  });
});

describe('an input with a syntax error', () => {
  it.each([
    ['let a = 1;\n  1 1', 'Expected ";" but found "1"', 2, 5],
    ['let a: number = 1;\nlet b: = 2', 'Unexpected "="', 2, 8],
    ['let ä = "ö" 1', 'Expected ";" but found "1"', 1, 13],
    ['let dup = 1;\nlet dup = 2', 'The symbol "dup" has already been declared', 2, 5],
    ['type A = 1;\n\nreturn 1', "'return' outside of function", 3, 1],
    ['{ a: 1,, }', 'Unexpected ","', 1, 8],
  ])('has the place of the error: %j', async (source, message, line, column) => {
    const error = (await errorOf(source)) as SourceError;
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ name: 'SyntaxError', message, line, column, source, filename: 'input-1' });
    expect(userStack(error)).toEqual([`at input-1:${line}:${column}`]);
  });
});
