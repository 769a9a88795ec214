import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedNames, isFs } from '../support/imported-names.js';

const src = join(import.meta.dirname, '..', '..', 'src');

/** What reads a file, or has another program read it, without a look at its kind and size. */
const READERS: readonly (readonly [isModule: (specifier: string) => boolean, names: RegExp])[] = [
  [isFs, /^(?:(?:readFile|open|copyFile|cp)(?:Sync)?|openAsBlob|createReadStream|ReadStream|promises|default|\*)$/],
  [(specifier) => specifier === 'esbuild', /^(?:build|buildSync|context|default|\*)$/],
  [(specifier) => specifier === 'node:sqlite', /./],
];
const OTHERS = ['loadEnvFile', 'sys.readFile', 'withEsbuild'];
/** Code without one of these words need not be parsed, which takes seconds for all files. */
const NAMES =
  /\b(?:readFile|open|copyFile|cp|build)(?:Sync)?\b|openAsBlob|ReadStream|promises\b.*fs|\bcontext\b|node:sqlite/;
const ALL_NAMES = /\* (?:as|from)\b|\b(?:import|require|getBuiltinModule)\(|\bimport \w+\b(?! *\{)/;
const MODULES = /['"`](?:(?:node:)?fs(?:\/promises)?|esbuild|node:sqlite)['"`]/;

/** The functions in code that can read a file without a look at it. */
function readersIn(code: string): string[] {
  const mayRead = MODULES.test(code) && (NAMES.test(code) || ALL_NAMES.test(code));
  const imported = READERS.flatMap(([isModule, names]) =>
    mayRead ? importedNames(code, isModule).filter((one) => names.test(one)) : [],
  );
  return [...new Set([...imported, ...OTHERS.filter((name) => code.includes(name))])].sort();
}

/** Files that may use such a function, with the reason. All others read with `readRegularFile`. */
const EXCEPTIONS: Readonly<Record<string, readonly [reason: string, ...names: string[]]>> = {
  'util/files/regular-file.ts': ['looks at kind and size', 'openSync'],
  'types/source-files.ts': ['looks at kind and size itself', 'readFileSync'],
  'launch/code-cache.ts': ['looks at owner, kind and size itself', 'openSync', 'readFileSync'],
  'search/file/open.ts': ['reads 16 bytes of a file whose kind it has looked at', 'open'],
  'skills/builtin/markdown_skills/inside.ts': ['opens without following links, then looks at kind and size', 'open'],
  'modules/read-module.ts': [
    'esbuild gets the bytes from closure-plugin.ts, which looks at kind and size',
    'withEsbuild',
  ],
  'modules/closure-plugin.ts': ['looks at kind and size, and passes a text', 'withEsbuild'],
  'modules/uncovered-code.ts': ['passes a text', 'withEsbuild'],
  'eval/modules/loader-hooks.ts': ['passes a text', 'withEsbuild'],
  'eval/parse/strip-types.ts': ['passes a text', 'withEsbuild'],
  'util/esbuild.ts': ['for those that pass a text', '*', 'withEsbuild'],
  'util/index.ts': ['exports it', 'withEsbuild'],
  'kernel/types/tslab-types.ts': ['the compiler reads declarations of packages', 'sys.readFile'],
  // Only files that the caller has created, or that are part of a package.
  'util/files/private-file.ts': ['writes a file', 'openSync'],
  'util/files/replace-file.ts': ['writes a file', 'openSync'],
  'util/files/write-whole.ts': ['writes a file', 'openSync'],
  'util/files/file-lock.ts': ['creates and reads a lock', 'openSync', 'readFileSync'],
  'util/files/lock-owner.ts': ['the lock of our own process', 'readFileSync'],
  'util/paths.ts': ['our own package.json', 'readFileSync'],
  'launch/index.ts': ['our own program', 'readFileSync'],
  'services/shipped.ts': ['our own recordings', 'readFileSync'],
  'assist/help/page-topics.ts': ['our own pages', 'readFileSync'],
  'inspector/access/page-response.ts': ['the script and the style of our own page', 'readFileSync'],
  'cli/notebook/copy.ts': ['our own lessons, and copies of them', 'readFileSync'],
  'eval/isolated/interpreter.ts': ['the interpreter in our packages', 'readFileSync'],
  'kernel/types/compiler.ts': ['the compiler in our packages', 'readFileSync'],
  'bench/recorded-inputs/inputs-process.ts': ['standard input from our own process', 'readFileSync'],
  'classroom/run/grading-process.ts': ['the interpreter in our package', 'readFileSync'],
  'cli/cassette/edit.ts': ['a draft in our own temporary folder', 'readFileSync'],
  'repl/external-editor.ts': ['a draft in our own temporary folder', 'readFileSync'],
  // Not files.
  'kernel/run/account-pipe.ts': ['a pipe from our own process', 'readFileSync'],
  'util/files/sync-command.ts': ['/proc', 'readFileSync'],
  'eval/interrupt/blocked-main.ts': ['the terminal, to write to it', 'openSync'],
  'eval/interrupt/terminal-bytes.ts': ['the terminal', 'openSync'],
  // Modules of the code that runs, as Node.js reads them.
  'eval/modules/typescript-modules.ts': ['modules that running code requires', 'readFileSync', '*'],
  'eval/modules/faulty-file.ts': ['a module that Node.js has read', 'readFile'],
};

describe('files', () => {
  it('are read with readRegularFile, except those with a reason', () => {
    const found: Record<string, string[]> = {};
    for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      const names = readersIn(readFileSync(join(src, file), 'utf8'));
      if (names.length > 0) found[file.split(sep).join('/')] = names;
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(EXCEPTIONS).map(([file, [, ...names]]) => [file, names.sort()])),
    );
  });

  it.each([
    ["import { readFileSync as text, statSync } from 'node:fs'; text(file)", ['readFileSync']],
    ["import { open, stat } from 'fs/promises'", ['open']],
    ["import fs from 'node:fs'", ['default']],
    ["import * as fs from 'node:fs'", ['*']],
    ["const { build } = await import('esbuild')", ['build']],
    ["const { transform } = await import('esbuild')", []],
    ["import type { Plugin } from 'esbuild'", []],
    ["import { DatabaseSync } from 'node:sqlite'", ['DatabaseSync']],
    ['process.loadEnvFile(file)', ['loadEnvFile']],
    ["import { readRegularFile } from '../util/index.js'; import { statSync } from 'node:fs'", []],
  ])('that code reads itself are found: %s', (code, names) => expect(readersIn(code)).toEqual(names));
});
