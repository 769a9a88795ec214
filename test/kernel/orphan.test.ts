import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newConnection } from '../../src/kernel/wire/connection.js';
import { packageRoot } from '../../src/util/index.js';

it('a kernel ends when its parent process has ended, even during a busy cell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orphan-'));
  const file = join(folder, 'kernel.json');
  writeFileSync(file, JSON.stringify(await newConnection(folder)));
  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  // The starter says when the kernel is there (it answers on its heartbeat), then waits to be killed.
  const starter = `
    const kernel = require('node:child_process').spawn(process.execPath, ${JSON.stringify([main, file])}, { stdio: ['ignore', 'inherit', 'ignore'] });
    require('node:fs').watch(${JSON.stringify(folder)}, (_, name) => name === 's-5' && process.stderr.write(String(kernel.pid)));
    setInterval(() => {}, 1e6);
  `;
  const parent = spawn(process.execPath, ['-e', starter], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATCHBAY_STATE_DIR: folder },
  });
  const [pid] = await once(parent.stderr, 'data');
  expect(Number(String(pid))).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  await once(parent.stdout, 'close'); // the kernel held its other end
  rmSync(folder, { recursive: true, force: true });
});

it('a kernel whose parent process ended while it started ends too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orphan-'));
  const file = join(folder, 'kernel.json');
  writeFileSync(file, JSON.stringify(await newConnection(folder)));
  const ended = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(ended, 'close');
  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  const kernel = spawn(process.execPath, [main, file, `--parent=${ended.pid}`], {
    stdio: 'ignore',
    env: { ...process.env, PATCHBAY_STATE_DIR: folder },
  });
  expect(await once(kernel, 'close')).toEqual([null, 'SIGKILL']);
  rmSync(folder, { recursive: true, force: true });
});
