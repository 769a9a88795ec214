import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Returns a function that runs the built command in a folder, with only the environment that it needs. */
export const patchbayIn =
  (folder: string) =>
  (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../dist/cli.js'), ...args],
      { cwd: folder, input, encoding: 'utf8', env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder } },
    );
    return { code: status, out: stdout, err: stderr };
  };
