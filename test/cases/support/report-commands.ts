import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILED } from '../../support/run-patchbay.js';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Makes a folder look like one in which a customer installed patchbay and vitest. */
export function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  symlinkSync(root, join(packages, 'patchbay'));
  symlinkSync(join(root, 'node_modules/vitest'), join(packages, 'vitest'));
  symlinkSync(join(root, 'node_modules/vitest/vitest.mjs'), join(packages, '.bin/vitest'));
  writeFileSync(join(packages, '.bin/patchbay'), `#!/bin/sh\nexec node '${join(root, 'dist/cli.js')}' "$@"\n`);
  chmodSync(join(packages, '.bin/patchbay'), 0o755);
}

/** Runs the commands of a report as they are, in a folder of their own. Returns the exit code and the output. */
export async function reportCommands(folder: string, name: string, report: string) {
  const [, commands = ''] = /## How to run it\n\n```sh\n([\s\S]*?)```/.exec(report) ?? [];
  const own = join(folder, `report of ${name}`);
  mkdirSync(own);
  symlinkSync(join(folder, 'node_modules'), join(own, 'node_modules'));
  const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`;
  const env = { PATH: path, PATCHBAY_STATE_DIR: folder, HOME: folder, ...COMPILED, NO_COLOR: '1' };
  return run('sh', ['-e', '-c', `exec 2>&1\n${commands}`], { cwd: own, env }).then(
    ({ stdout }) => ({ code: 0, shown: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, shown: stdout }),
  );
}
