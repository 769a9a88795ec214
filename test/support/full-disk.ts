import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a folder on its own file system of 64 kB, or the reason why it cannot be mounted: that needs root on Linux. */
export function smallDisk(): { readonly folder: string; close(): void } | string {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `no file system can be mounted here: ${(error as Error).message.split('\n')[0]}`;
  }
  return {
    folder,
    close() {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
