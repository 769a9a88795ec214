import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotated, sampled } from '../support/rotation.js';

const directory = mkdtempSync(join(tmpdir(), 'watchdog-'));
let report: Record<string, unknown>;

beforeAll(async () => {
  await build({
    entryPoints: {
      child: fileURLToPath(new URL('./watchdog-child.ts', import.meta.url)),
      'sigint-child': fileURLToPath(new URL('./sigint-child.ts', import.meta.url)),
      'watchdog-thread': 'src/eval/interrupt/watchdog-thread.ts',
      'sigint-thread': 'src/eval/interrupt/sigint-thread.ts',
    },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  report = await reportOf('child.js');
}, 60_000);

async function reportOf(child: string) {
  // A child that does not respond must not outlive the test.
  const limit = { timeout: 50_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [join(directory, child)], limit);
  return JSON.parse(stdout);
}

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the watchdog', () => {
  it.each(['before', 'after', 'again', 'microtasks', 'inside', 'waiting'])(
    'ends an input on request, wherever it is busy (%s)',
    (where) => expect(report[where]).toBe('Interrupted'),
  );

  it('keeps variables, and removes a name that was not initialised', () => {
    expect([report.kept, report.lost]).toEqual([true, 'undefined']);
  });

  const callbacks = [
    'timer',
    'timer again',
    'interval',
    'immediate',
    'tick',
    'microtask in a context',
    'event',
    'file',
  ];
  const isFirst = (_: string, index: number) => index === 0;
  const tested = sampled(callbacks, isFirst, 7);
  it.each(tested)('ends a busy callback, and the process lives on (%s)', (kind) =>
    expect(report[kind]).toBe('Interrupted'),
  );

  it('keeps the immediates after the terminated one', () =>
    expect(report.behind).toBe(tested.includes('immediate') ? 1 : 0));

  it('reports a termination when no input was running', () => {
    expect([report.left, report.endings]).toEqual([5, [true]]);
  });

  it.each(rotated(['job', 'job again', 'job after an await', 'job in a callback'], 4))(
    'terminates a busy background job (%s)',
    (kind) => expect(report[kind]).toBe('Interrupted'),
  );

  it('does not stop other jobs that wait', () => expect(report.other).toBe('lives'));

  it('does not terminate a thread that returns from a child process', () => {
    expect([report.child, report.childEndings]).toEqual([6, [false]]);
  });

  it('terminates nothing when no code runs', () => {
    expect([report.next, report.timers]).toEqual([4999950000, 'turn']);
  });

  it('receives SIGINT while the main thread is busy, if Ctrl-C is a signal', async () => {
    expect(await reportOf('sigint-child.js')).toEqual(['Interrupted', 'heard', 'incomplete', 'Interrupted', 42]);
  }, 60_000);
});
