import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../../src/kernel/run/client.js';
import { packageRoot } from '../../src/util/index.js';

it('kernel start writes a private connection file and removes it at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-start-'));
  const child = spawn(process.execPath, [join(packageRoot(), 'dist', 'cli.js'), 'kernel', 'start'], {
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [says] = await once(child.stdout, 'data');
  const file = /--existing (\S+)/.exec(String(says))?.[1] as string;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const client = await connect(JSON.parse(readFileSync(file, 'utf8')));
  void client.control('shutdown_request', { restart: false }); // it may be gone before its answer
  expect(await ended).toEqual([0, null]);
  client.close();
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
});

it('kernel start passes a memory limit to the kernel', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-start-'));
  const child = spawn(process.execPath, [join(packageRoot(), 'dist', 'cli.js'), 'kernel', 'start', '--memory', '400'], {
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [says] = await once(child.stdout, 'data');
  const file = /--existing (\S+)/.exec(String(says))?.[1] as string;
  const client = await connect(JSON.parse(readFileSync(file, 'utf8')));
  const code = 'const all: unknown[] = []; for (;;) all.push(Buffer.alloc(1e7, 1))';
  client.request('execute_request', { code }).catch(() => {}); // the kernel ends
  expect(await ended).toEqual([1, null]);
  client.close();
  expect(errors).toMatch(/^The kernel used \d+ MB of memory\. Its limit is 400 MB\./);
  rmSync(folder, { recursive: true });
});

it.each(['5', '1.5', '4GB', '-400'])('kernel start refuses the memory limit %s', (memory) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(packageRoot(), 'dist', 'cli.js'), 'kernel', 'start', `--memory=${memory}`],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining(`--memory requires a number of megabytes of at least 256, not "${memory}"`),
  ]);
});
