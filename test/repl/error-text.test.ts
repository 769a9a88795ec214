import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { Interrupted } from '../../src/eval/index.js';
import { errorText } from '../../src/repl/scrollback/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** Returns the text that the screen shows for the error of an input. */
async function shown(source: string, columns = 80): Promise<string> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error('the input did not fail');
  const { framesOf, placeOf } = bench;
  return errorText(outcome.error, { columns, colour: false, mode: bench.mode, framesOf, placeOf });
}

describe('an error on the screen', () => {
  it('has no stack under an input of one line', async () => {
    expect(await shown("throw new Error('boom')")).toBe('Error: boom\n');
    expect(await shown('null.x')).toBe("TypeError: Cannot read properties of null (reading 'x')\n");
  });
  it('shows the line and a caret for a syntax error', async () => {
    expect(await shown('1 + * 2')).toMatch(/^SyntaxError: .*\n {2}1 │ 1 \+ \* 2\n {2}· │ {5}\^\n$/);
  });
  it('shows the line, a caret and the frames for an input of several lines', async () => {
    expect(await shown("const f = () => {\n  throw new Error('deep');\n};\nf()")).toMatch(
      /^Error: deep\n {2}2 │ {3}throw new Error\('deep'\);\n {2}· │ {9}\^\n {2}at f \(input-\d+:2:9\)\n {2}at input-\d+:4:\d\n$/,
    );
    // The line of the function is in an earlier input.
    expect(await shown('f()')).toMatch(/2 │ {3}throw .*\n.*\^\n {2}at f/);
  });
  it.each([40, 80, 200])('marks the place in a long line at %i columns', async (columns) => {
    const text = await shown(`${"'long' + ".repeat(40)} @@ 1`, columns);
    const [line = '', caret = ''] = text.split('\n').filter((one) => one.includes('│'));
    expect(line.length).toBeLessThan(columns);
    expect(line[caret.indexOf('^')]).toBe('@');
  });

  it('says what an interrupt stopped when the error arrives late', () => {
    const look = { columns: 80, colour: false, mode: bench.mode };
    expect(errorText(new Interrupted('the requests of an earlier input were cancelled'), look)).toBe(
      'the requests of an earlier input were cancelled\n',
    );
    expect(errorText(new Interrupted(), look)).toBe('Interrupted\n');
  });
});
