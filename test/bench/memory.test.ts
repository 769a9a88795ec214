import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SessionLog } from '../../src/bench/session/session-log.js';
import { bundledScript } from '../support/bundled-script.js';

it('keeps less than 1 KB of the heap for each input, whatever it printed, returned, threw or requested', async () => {
  const file = bundledScript(fileURLToPath(new URL('./memory-child.ts', import.meta.url)));
  const child = spawn(process.execPath, ['--expose-gc', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(Number(await text(child.stderr))).toBeLessThan(1_000);
}, 120_000);

it('keeps all inputs and the ends of jobs, and the latest of all other events', () => {
  const log = new SessionLog();
  for (let input = 1; input <= 1_500; input += 1) {
    log.append({ kind: 'input', input, source: 'f()' });
    log.append({ kind: 'console', input, stream: 'stdout', text: `line ${input}` });
    log.append({ kind: 'notice', text: 'done', job: { input, state: 'stopped' } });
    log.append({ kind: 'error', input, error: `error ${input}`, ms: 1 });
  }
  const { events } = log;
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  expect(of('input')).toHaveLength(1_500);
  expect(of('notice')).toHaveLength(1_500);
  expect(of('console')).toHaveLength(1_000);
  expect(of('console')[0]).toMatchObject({ text: 'line 501' });
  expect(of('error')).toHaveLength(1_500);
  expect(of('error').filter((event) => event.kind === 'error' && event.error !== undefined)).toHaveLength(200);
  expect(events.at(-1)).toMatchObject({ kind: 'error', input: 1_500, error: 'error 1500' });
});
