import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { openRepl } from '../../src/repl/index.js';

// A signal can arrive while an input is compiled. Its code must not begin then: the watchdog that could stop it is gone.
it.each([
  ['the full view', {}],
  ['the plain prompt', { TERM: 'dumb' }],
])('SIGTERM while an input is compiled ends %s, and the input does not run', async (_view, env) => {
  const bench = createBench();
  bench.log.follow(({ kind }) => {
    if (kind === 'input') queueMicrotask(() => process.emit('SIGTERM'));
  });
  const { stdin, stdout } = terminal();
  const ended = openRepl({ bench: async () => bench, stdin, stdout, env });
  stdin.push('globalThis.hasRun = true\r\n');
  expect(await ended).toBe(143);
  await bench.close();
  expect(globalThis).not.toHaveProperty('hasRun');
});

function terminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  stdout.resume();
  return { stdin: stdin as unknown as ReadStream, stdout: stdout as unknown as WriteStream };
}
