import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** A call that reads a file without a look at its kind and size. */
const READS = /\b(?:readFileSync|readFile|createReadStream|openSync)\(|(?<![.\w#])(?:await )open\(/;

/** Files that may read directly, and why. All others read with `readRegularFile`. */
const DIRECT: Readonly<Record<string, string>> = {
  'util/files/regular-file.ts': 'is readRegularFile',
  'util/files/private-file.ts': 'writes a file, and reads back what it wrote',
  'util/files/replace-file.ts': 'writes a file',
  'util/files/write-whole.ts': 'writes a file',
  'util/files/file-lock.ts': 'creates a lock',
  'util/files/lock-owner.ts': 'the lock of our own process',
  'kernel/types/notebook-help.ts': 'an example in a text',
  'util/paths.ts': 'our own package.json',
  'launch/index.ts': 'our own program',
  'launch/code-cache.ts': 'looks at owner, kind and size itself',
  'services/shipped.ts': 'our own recordings',
  'assist/help/page-topics.ts': 'our own pages',
  'cli/notebook/copy.ts': 'our own lessons, and copies of them',
  'eval/isolated/interpreter.ts': 'the interpreter in our packages',
  'bench/recorded-inputs/inputs-process.ts': 'our own program',
  'kernel/types/compiler.ts': 'the compiler in our packages',
  'kernel/types/tslab-types.ts': 'the compiler reads declarations of packages',
  'types/language-host.ts': 'calls source-files.ts',
  'types/source-files.ts': 'looks at kind and size itself',
  'kernel/wire/sync-command.ts': 'files of /proc',
  'kernel/run/account-pipe.ts': 'a pipe from our own process',
  'eval/interrupt/terminal-bytes.ts': 'the terminal',
  'cases/import/import-files.ts': 'standard input, which is a pipe',
  'cli/cassette/edit.ts': 'a draft in our own temporary folder',
  'repl/external-editor.ts': 'a draft in our own temporary folder',
  'eval/modules/loader-hooks.ts': 'modules that running code imports, as Node.js reads them',
  'eval/modules/typescript-modules.ts': 'modules that running code requires, as Node.js reads them',
  'eval/modules/faulty-file.ts': 'a module that Node.js has read',
  'skills/builtin/markdown_skills/inside.ts': 'opens without following links, then looks at kind and size',
  'search/file/open.ts': 'reads 16 bytes of a file whose kind it has looked at',
};

const readsDirectly = (source: string) =>
  source.split('\n').some((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && READS.test(line));

it('finds direct reads', () => {
  expect(readsDirectly("const text = readFileSync(file, 'utf8');")).toBe(true);
  expect(readsDirectly('const file = await open(path);')).toBe(true);
  expect(
    readsDirectly('// readFileSync(file)\nreadRegularFile(file);\nthis.open(a); await PostgresIndex.open(pool);'),
  ).toBe(false);
});

it('all files read with readRegularFile, except those with a reason', () => {
  const direct = files.filter((file) => readsDirectly(readFileSync(join(src, file), 'utf8')));
  expect(direct.filter((file) => DIRECT[file] === undefined)).toEqual([]);
  expect(Object.keys(DIRECT).filter((file) => !direct.includes(file))).toEqual([]);
});
