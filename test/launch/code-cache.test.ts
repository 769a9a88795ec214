import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CodeCache, codeCache as cacheOf } from '../../src/launch/code-cache.js';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'code-cache-')), 'patchbay');
  vi.stubEnv('PATCHBAY_CACHE_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(folder, '..'), { recursive: true });
});

const codeCache = (hash: string, argument: string, url = 'file:///dist/program.cjs') =>
  cacheOf({ hash, url }, argument);
const DATA = Buffer.from('compiled code');
const write = (cache: CodeCache, chunks = ['a']) => cache.update(chunks, undefined, () => DATA);

it('returns what an earlier run of the same command wrote', () => {
  expect(codeCache('a1', 'ring').read()).toBeUndefined();
  write(codeCache('a1', 'ring'));
  expect(codeCache('a1', 'ring').read()).toEqual(DATA);
});

it('writes again when the data was refused, or when other chunks ran', () => {
  const written: string[] = [];
  const run = (chunks: readonly string[], isRefused = false) => {
    const cache = codeCache('a1', 'ring');
    cache.read();
    cache.update(chunks, isRefused, () => {
      written.push(chunks.join());
      return DATA;
    });
  };
  for (const chunks of [['a', 'b'], ['b'], ['a', 'c'], ['c', 'b'], ['a']]) run(chunks);
  expect(written).toEqual(['a,b', 'a,c']);
  run(['b'], true);
  run(['a']);
  expect(written).toEqual(['a,b', 'a,c', 'b', 'a']);
});

it('separates commands, programs and their copies', () => {
  write(codeCache('a1', 'ring'));
  expect(codeCache('a1', 'skills').read()).toBeUndefined();
  expect(codeCache('b2', 'ring').read()).toBeUndefined();
  expect(codeCache('a1', 'ring', 'file:///copy/program.cjs').read()).toBeUndefined();
});

it('has one entry for all code, and no entry of a user’s text', () => {
  for (const argument of ['-e', '--json', '../../etc/passwd', 'x'.repeat(300), 'Ring', ''])
    write(codeCache('a1', argument));
  const commands = readdirSync(folder).map((name) => name.replace(/^a1-[\da-f]+-v[\d.]+-\w+-/, ''));
  expect(commands.sort()).toEqual(['bench.bin', 'code.bin']);
});

it('creates a folder and files that only the user can read', () => {
  write(codeCache('a1', 'ring'));
  const [name = ''] = readdirSync(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
});

it('does not use a folder or a file that others can change', () => {
  write(codeCache('a1', 'ring'));
  const file = join(folder, readdirSync(folder)[0] ?? '');
  chmodSync(file, 0o620);
  expect(codeCache('a1', 'ring').read()).toBeUndefined();
  chmodSync(file, 0o600);
  chmodSync(folder, 0o777);
  expect(codeCache('a1', 'ring').read()).toBeUndefined();
  write(codeCache('a1', 'skills'));
  expect(readdirSync(folder)).toHaveLength(1);
});

it('writes nothing, and says nothing, where no folder can be', () => {
  writeFileSync(join(folder, '..', 'file'), '');
  vi.stubEnv('PATCHBAY_CACHE_DIR', join(folder, '..', 'file', 'patchbay'));
  write(codeCache('a1', 'ring'));
  expect(readFileSync(join(folder, '..', 'file'), 'utf8')).toBe('');
});

it('deletes files that no run has used for 30 days when it writes one', () => {
  write(codeCache('old', 'ring'));
  const days = (count: number) => Date.now() / 1000 - count * 86_400;
  utimesSync(join(folder, readdirSync(folder)[0] ?? ''), days(31), days(31));
  write(codeCache('a1', 'ring'));
  expect(readdirSync(folder).map((name) => name.split('-')[0])).toEqual(['a1']);
});
