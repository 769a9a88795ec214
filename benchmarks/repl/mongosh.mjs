import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the command of mongosh, which npm installs outside of this project, or the reason why it is missing. */
export function mongosh() {
  const folder = join(tmpdir(), 'patchbay-bench-cache', 'mongosh');
  const command = join(folder, 'node_modules', '.bin', 'mongosh');
  if (existsSync(command)) return { command };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'mongosh'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 600_000,
    });
    return { command };
  } catch (error) {
    return {
      missing: String(error.stderr || error.message)
        .trim()
        .split('\n')[0],
    };
  }
}
