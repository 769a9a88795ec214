// Starts the commands of writer-commands.ts, each in its own folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const cli = join(resolve(import.meta.dirname, '..', '..', '..', '..'), 'dist', 'cli.js');
export const base = mkdtempSync(join(tmpdir(), 'writers-'));
process.once('exit', () => rmSync(base, { recursive: true, force: true }));

const envOf = (folder) => ({
  ...process.env,
  PATCHBAY_CONFIG_DIR: folder,
  PATCHBAY_STATE_DIR: folder,
  PATCHBAY_CACHE_DIR: join(base, 'compiled'),
  HOME: folder,
});

/** `before` are the words in front of the command, such as `prlimit`. */
export function start({ args, input = '', env = {} }, folder, before = []) {
  const [program, ...rest] = [...before, process.execPath, cli, ...args];
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...envOf(folder), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => void (printed.out += text));
  child.stderr.on('data', (text) => void (printed.err += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, ...printed })) };
}

let count = 0;
export function folderFor(writer, parent = base) {
  const folder = join(parent, `${count++}`);
  mkdirSync(folder);
  writer.before?.(folder);
  return folder;
}

export const contentOf = (folder, file) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;

/** What must be equal after each run: times, durations and identifiers differ. */
export function shapeOf({ file, shape }, folder) {
  if (shape) return shape(join(folder, file));
  return contentOf(folder, file)
    ?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\bms: [\d.]+/g, 'ms: N')
    .replace(/[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(folder, 'FOLDER');
}

/** What a command left that it should have removed. */
export const leftIn = (folder) =>
  readdirSync(folder).filter((name) => /patchbay-(?:tmp|lock)|\.removal$|\.unfinished$/.test(name));

/** A small file system, or undefined where this user cannot mount one. */
export function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
  if (mounted.status !== 0) return void rmSync(folder, { recursive: true });
  const run = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' });
  return {
    folder,
    fill: () => run('dd', 'if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1k'),
    protect: () => run('mount', '-o', 'remount,ro', folder),
    restore() {
      run('mount', '-o', 'remount,rw', folder);
      rmSync(join(folder, 'filler'), { force: true });
    },
    remove() {
      run('umount', folder);
      rmSync(folder, { recursive: true });
    },
  };
}
