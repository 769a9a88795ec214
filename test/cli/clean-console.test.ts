import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { cleanConsole } from '../../src/cli/plain-run.js';

const HOSTILE = '\x1b[31mred\x1b[0m\x9b2J\u202eabc\x1b]52;c;ZXZpbA==\x07';

function printed(isTTY: boolean): string {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY, columns: 80 }),
  ) as unknown as [NodeJS.WriteStream, NodeJS.WriteStream];
  const own = new Console({ stdout, stderr });
  cleanConsole({ stdout, stderr }, own);
  own.log(HOSTILE);
  own.error('%s', HOSTILE);
  return [stdout, stderr].map((stream) => String((stream as unknown as PassThrough).read())).join('');
}

it('removes control sequences other than colours', () => {
  const line = '\x1b[31mred\x1b[0m2Jabc\n';
  expect(printed(true)).toBe(line + line);
});

it('does not change output to a pipe', () => {
  expect(printed(false)).toBe(`${HOSTILE}\n${HOSTILE}\n`);
});
