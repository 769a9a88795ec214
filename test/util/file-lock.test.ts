import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { lockFile, replaceFile, withLock, withLocks } from '../../src/util/index.js';
import { bundledScript } from '../support/bundled-script.js';

const folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
const file = join(folder, 'shared.json');
const lockOf = (name: string) => join(folder, `.${name}.patchbay-lock`);
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

function ownerOfLock(): Record<string, unknown> {
  const lock = lockFile(file);
  const owner = JSON.parse(readFileSync(lockOf('shared.json'), 'utf8'));
  lock.release();
  return owner;
}

/** A process that has ended: nobody has its number for a while. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid ?? 0;
}

describe('a lock', () => {
  it('is refused while it is held, with the owner, and free after', () => {
    const lock = lockFile(file);
    expect(() => lockFile(file)).toThrow(`${file} is in use by this process already. Choose another name`);
    lock.release();
    lockFile(file).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names another process, and another machine', () => {
    const owner = ownerOfLock();
    writeFileSync(lockOf('shared.json'), JSON.stringify({ ...owner, pid: process.ppid, started: undefined }));
    expect(() => lockFile(file)).toThrow(`is in use by process ${process.ppid}.`);
    writeFileSync(lockOf('shared.json'), JSON.stringify({ ...owner, machine: 'elsewhere', pid: 7 }));
    expect(() => lockFile(file)).toThrow(
      `is in use by process 7 of another machine. If that process has ended, remove ${lockOf('shared.json')}`,
    );
  });

  it('of a process that has ended is taken over', async () => {
    const owner = ownerOfLock();
    writeFileSync(lockOf('shared.json'), JSON.stringify({ ...owner, pid: await endedProcess() }));
    lockFile(file).release();
    // Another process with the same number.
    writeFileSync(lockOf('shared.json'), JSON.stringify({ ...owner, started: '1' }));
    lockFile(file).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is empty, because its process was killed or is writing it, is taken over after ten seconds', () => {
    writeFileSync(lockOf('shared.json'), '');
    expect(() => lockFile(file)).toThrow('is in use by another process. Try again, or remove');
    const before = Date.now() / 1000 - 11;
    utimesSync(lockOf('shared.json'), before, before);
    lockFile(file).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without the time when its process started names the lock, because the number may be used again', () => {
    writeFileSync(lockOf('shared.json'), JSON.stringify({ ...ownerOfLock(), pid: process.ppid, started: undefined }));
    expect(() => lockFile(file)).toThrow(`If it is not Patchbay, remove ${lockOf('shared.json')}`);
  });

  it.each([
    ['the longest name of a file system', `${'n'.repeat(250)}.json`],
    ['the longest name in another script', `${'電'.repeat(83)}.yaml`],
  ])('and a replacement have %s', (_, name) => {
    const long = join(folder, name);
    const lock = lockFile(long);
    expect(() => lockFile(long)).toThrow('is in use by this process already');
    replaceFile(long, 'new');
    lock.release();
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('of several files is of all or none', () => {
    const other = join(folder, 'other.json');
    const lock = lockFile(other);
    expect(() => withLocks([file, other], {}, () => 1)).toThrow('other.json is in use');
    expect(readdirSync(folder)).toEqual(['.other.json.patchbay-lock']);
    lock.release();
    expect(withLocks([file, other, file], {}, () => readdirSync(folder).length)).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the use of a lock', () => {
  it('of another process is not removed', () => {
    const lock = lockFile(file);
    writeFileSync(lockOf('shared.json'), JSON.stringify({ machine: 'elsewhere', pid: 7, id: 'x' }));
    lock.release();
    expect(existsSync(lockOf('shared.json'))).toBe(true);
  });

  it('is not needed where no file can be created', () => {
    lockFile('/proc/patchbay.json').release();
    expect(withLock('/proc/patchbay.json', {}, () => 1)).toBe(1);
  });

  it('lets eight processes change one file, also if some of them are killed', async () => {
    writeFileSync(file, '0');
    const script = bundledScript(fileURLToPath(new URL('./lock-child.ts', import.meta.url)));
    const run = (kills: boolean) => {
      // A process that is killed has more to write than it can before the signal arrives.
      const times = kills ? '10000' : '25';
      const child = spawn(process.execPath, [script, file, times], { stdio: ['ignore', 'pipe', 'inherit'] });
      let done = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        done += chunk.length;
        if (kills && done >= 10) child.kill('SIGKILL');
      });
      return once(child, 'close').then(() => done);
    };
    const killed = [true, false, false, false, true, false, false, false];
    const done = await Promise.all(killed.map(run));
    expect(readdirSync(folder).filter((name) => name.endsWith('.removal'))).toEqual([]);
    const counted = Number(readFileSync(file, 'utf8'));
    const reported = done.reduce((all, one) => all + one, 0);
    // A killed process may have written its number, and not have reported it.
    expect(counted).toBeGreaterThanOrEqual(reported);
    expect(counted).toBeLessThanOrEqual(reported + 2);
    expect(done.filter((_, index) => !killed[index])).toEqual(Array(6).fill(25));
    for (const one of done.filter((_, index) => killed[index])) expect(one).toBeLessThan(10_000);
  });
});
