import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installKernel, uninstallKernel } from '../../src/kernel/index.js';

const kernelsIn = (prefix: string) => join(prefix, 'share', 'jupyter', 'kernels');

describe('kernel install', () => {
  let prefix: string;
  beforeEach(() => {
    prefix = mkdtempSync(join(tmpdir(), 'install-'));
  });
  afterEach(() => rmSync(prefix, { recursive: true }));

  it('writes a kernelspec that starts this Node.js and this kernel', () => {
    const { folder } = installKernel({ prefix });
    expect(folder).toBe(join(prefix, 'share', 'jupyter', 'kernels', 'patchbay'));
    expect(JSON.parse(readFileSync(join(folder, 'kernel.json'), 'utf8'))).toMatchObject({
      argv: [process.execPath, expect.stringMatching(/dist.kernel-main\.js$/), '{connection_file}'],
      display_name: 'Patchbay (TypeScript)',
      interrupt_mode: 'message',
      language: 'typescript',
    });
  });

  it('passes a memory limit to the kernel, and a higher one to V8, which prints no clear error at its limit', () => {
    const { folder } = installKernel({ prefix, memory: 3000 });
    const { argv } = JSON.parse(readFileSync(join(folder, 'kernel.json'), 'utf8'));
    expect(argv).toEqual([
      process.execPath,
      '--max-old-space-size=4000',
      expect.stringMatching(/kernel-main\.js$/),
      '{connection_file}',
      '--memory=3000',
    ]);
  });

  it.skipIf(process.platform !== 'linux')('refuses a folder that cannot be created', () => {
    expect(() => installKernel({ prefix: '/proc/patchbay' })).toThrow(
      /^cannot write to \/proc\/patchbay\/.*: there is no such file or folder\. Choose another folder with --prefix$/,
    );
  });

  it('is readable by every user of a shared prefix', () => {
    const { folder } = installKernel({ prefix });
    for (const name of ['kernel.json', 'logo-svg.svg']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o644);
  });

  it('allows live mode only in the live kernel, which has its own name in the menu', () => {
    const spec = (live: boolean) =>
      JSON.parse(readFileSync(join(installKernel({ prefix, live }).folder, 'kernel.json'), 'utf8'));
    const [live, offline] = [spec(true), spec(false)];
    expect(live.argv).toContain('--live');
    expect(offline.argv).not.toContain('--live');
    expect([live.display_name, offline.display_name]).toEqual(['Patchbay (TypeScript, LIVE)', 'Patchbay (TypeScript)']);
    expect(uninstallKernel({ prefix, live: true }).removed).toEqual([join(kernelsIn(prefix), 'patchbay-live')]);
    expect(existsSync(join(kernelsIn(prefix), 'patchbay'))).toBe(true);
  });

  it('removes both kernels and reports when none is installed', () => {
    for (const live of [true, false]) installKernel({ prefix, live });
    expect(uninstallKernel({ prefix }).removed).toHaveLength(2);
    expect(uninstallKernel({ prefix })).toEqual({ kernels: kernelsIn(prefix), removed: [] });
  });

  it('installs into the folder of JUPYTER_DATA_DIR, else the data folder, else the home folder', () => {
    const at = (env: Record<string, string>) => uninstallKernel({}, env).kernels;
    expect(at({ JUPYTER_DATA_DIR: prefix, HOME: '/nowhere' })).toBe(join(prefix, 'kernels'));
    if (process.platform !== 'linux') return;
    expect(at({ XDG_DATA_HOME: prefix, HOME: '/nowhere' })).toBe(join(prefix, 'jupyter', 'kernels'));
    expect(at({ HOME: prefix })).toBe(join(prefix, '.local', 'share', 'jupyter', 'kernels'));
  });

  it('installs into the active Python environment, and fails without one', () => {
    expect(installKernel({ sysPrefix: true }, { VIRTUAL_ENV: prefix }).folder).toContain(prefix);
    expect(() => installKernel({ sysPrefix: true }, {})).toThrow('no Python environment is active');
  });

  it('is removed without changing other kernels', () => {
    const { folder } = installKernel({ prefix });
    const neighbour = join(dirname(folder), 'python3');
    writeFileSync(neighbour, '');
    uninstallKernel({ prefix });
    expect([existsSync(folder), existsSync(neighbour)]).toEqual([false, true]);
  });
});
