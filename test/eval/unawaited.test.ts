import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

/** Runs the built command, and removes the line about the mode from stderr. */
async function evaluate(code: string) {
  const child = spawn(process.execPath, ['dist/cli.js', '-e', code], { env: { ...process.env, NO_COLOR: '1' } });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err: err.replace(/^patchbay: requests go to: .*\n/, '') };
}

describe('a plain run ends with code 1 and the reason', () => {
  it.each([
    [
      'a timer throws',
      'setTimeout(() => { throw new Error("late") }, 1); 1',
      /^Error: late\n {2}at .*input-1:1:26\)?\n$/,
    ],
    [
      'a rejection is not handled',
      'Promise.reject(new TypeError("lost")); 1',
      /^TypeError: lost\n {2}at input-1:1:16\n$/,
    ],
  ])('when %s', async (_when, code, says) => {
    expect(await evaluate(code)).toEqual({ code: 1, out: '1\n', err: expect.stringMatching(says) });
  });

  it('when the event loop is empty while the input waits', async () => {
    expect(await evaluate('await new Promise(() => {})')).toEqual({
      code: 1,
      out: '',
      err: 'NeverSettled: the input waits for a promise that nothing can settle\n',
    });
  });
});
