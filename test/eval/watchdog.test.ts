import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'watchdog-'));
let report: Record<string, unknown>;

beforeAll(async () => {
  await build({
    entryPoints: {
      child: fileURLToPath(new URL('./watchdog-child.ts', import.meta.url)),
      'watchdog-thread': 'src/eval/interrupt/watchdog-thread.ts',
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
  // A child that nobody can end any more must not outlive the test.
  const limit = { timeout: 50_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [join(directory, 'child.js')], limit);
  report = JSON.parse(stdout);
}, 60_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the watchdog', () => {
  it.each(['before', 'after', 'again', 'microtasks', 'inside', 'waiting'])(
    'ends an input on request, wherever it is busy (%s)',
    (where) => expect(report[where]).toBe('Interrupted'),
  );

  it('leaves variables as they were, and takes back a name that was never initialised', () => {
    expect([report.kept, report.lost]).toEqual([true, 'undefined']);
  });

  it.each(['timer', 'timer again', 'interval', 'immediate', 'tick', 'microtask in a context', 'event', 'file'])(
    'ends a busy callback, and the process lives on (%s)',
    (kind) => expect(report[kind]).toBe('Interrupted'),
  );

  it('keeps the immediates behind the one that it ends', () => expect(report.behind).toBe(1));

  it('says that it ended something when no input was running', () => {
    expect([report.left, report.endings]).toEqual([5, [true]]);
  });

  it.each(['job', 'job again', 'job after an await', 'job in a callback'])(
    'ends what is busy in the background (%s)',
    (kind) => expect(report[kind]).toBe('Interrupted'),
  );

  it('leaves alone what waits in the background meanwhile', () => expect(report.other).toBe('lives'));

  it('lets go of a thread that comes back from a child process', () => {
    expect([report.child, report.childEndings]).toEqual([6, [false]]);
  });

  it('ends nothing when nothing runs', () => {
    expect([report.next, report.timers]).toEqual([4999950000, 'turn']);
  });
});
