import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchByLooking } from '../../src/kernel/types/polling-watcher.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A system that allows only the named watchers. */
function system() {
  const watched: string[] = [];
  const sys = {
    watchFile(path: string, _changed: (path: string, kind: number) => void) {
      watched.push(path);
      return { close() {} };
    },
    watchDirectory(path: string, _changed: (path: string, kind: number) => void): { close(): void } {
      throw new Error(`${path} is watched`);
    },
  };
  return { sys, watched };
}

it('notices a changed user file only when it polls', () => {
  const file = join(folder, 'mine.ts');
  writeFileSync(file, 'export const a = 1');
  const { sys, watched } = system();
  const look = watchByLooking(sys);
  const changes: string[] = [];
  const watcher = sys.watchFile(file, (path: string) => void changes.push(path));
  look();
  expect(changes).toEqual([]);
  utimesSync(file, 1, 1);
  expect(changes).toEqual([]);
  look();
  look();
  expect(changes).toEqual([file]);
  watcher.close();
  utimesSync(file, 2, 2);
  look();
  expect([changes, watched]).toEqual([[file], []]);
});

it('leaves cells to tslab and watches no folders or packages', () => {
  const { sys, watched } = system();
  const look = watchByLooking(sys);
  const never = () => {
    throw new Error('changed');
  };
  sys.watchFile('/notebooks/__tslab__.ts', never);
  sys.watchFile('/notebooks/__prev__.d.ts', never);
  sys.watchFile('/notebooks/node_modules/left/index.d.ts', never);
  sys.watchDirectory(folder, never);
  look();
  expect(watched).toEqual(['/notebooks/__tslab__.ts', '/notebooks/__prev__.d.ts']);
});
