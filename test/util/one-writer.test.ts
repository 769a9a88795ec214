import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedNames, isFs, mentionsFs } from '../support/imported-names.js';

const src = join(import.meta.dirname, '..', '..', 'src');
const MODULE = 'util/files/';

/** Functions of `node:fs` that can change a file. Removing files and creating temporary folders is allowed everywhere. */
const WRITING =
  /^(?:(?:append|write|copy)File|cp|copy|open|openAsBlob|write|writev|rename|truncate|ftruncate|link|symlink|fchmod|fchown|futimes|mkdir|createWriteStream|WriteStream|promises|default|\*)(?:Sync)?$/;

/** Files that use such a function themselves. */
const EXCEPTIONS: Readonly<Record<string, { readonly names: readonly string[]; readonly reason: string }>> = {
  'launch/code-cache.ts': {
    names: ['mkdirSync', 'openSync', 'renameSync', 'writeFileSync'],
    reason: 'starts before every module; a lost file only costs time, so nothing is flushed',
  },
  'search/build/writer.ts': { names: ['rename'], reason: 'SQLite writes the file and flushes it' },
  'search/file/open.ts': { names: ['open'], reason: 'reads the first bytes' },
  'skills/builtin/markdown_skills/inside.ts': { names: ['open'], reason: 'reads a file, and follows no link' },
  'eval/interrupt/terminal-bytes.ts': { names: ['openSync'], reason: 'reads the terminal' },
  'eval/interrupt/blocked-main.ts': { names: ['openSync', 'writeSync'], reason: 'writes to the terminal' },
  'bench/recorded-inputs/inputs-process.ts': { names: ['writeSync'], reason: 'reports on a pipe' },
  'commands/runs/new-skill.ts': { names: ['mkdirSync'], reason: 'creates a folder only if nothing has its name' },
  'classroom/run/grading-process.ts': { names: ['writeSync'], reason: 'reports on a pipe' },
  'kernel/wire/sockets.ts': { names: ['writeSync'], reason: 'reports on a pipe' },
};

describe('files', () => {
  it('are written in one module only', () => {
    const found: Record<string, string[]> = {};
    for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
      const path = file.split(sep).join('/');
      if (!/\.tsx?$/.test(path) || path.startsWith(MODULE)) continue;
      const code = readFileSync(join(src, file), 'utf8');
      if (!mentionsFs(code)) continue;
      const names = importedNames(code, isFs).filter((name) => WRITING.test(name));
      if (names.length > 0) found[path] = names.sort();
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(EXCEPTIONS).map(([path, { names }]) => [path, [...names].sort()])),
    );
  });

  it.each([
    ["import { writeFileSync, readFileSync } from 'node:fs'", ['writeFileSync', 'readFileSync']],
    ["import { rename as move } from 'fs/promises'", ['rename']],
    ["import fs from 'node:fs'", ['default']],
    ["import * as fs from 'node:fs/promises'", ['*']],
    ["const fs = await import('node:fs')", ['*']],
    ["const { cpSync, rmSync: remove } = require('fs')", ['cpSync', 'rmSync']],
    ["const { open, ...rest } = await import('node:fs/promises')", ['open', '*']],
    ["const fs = process.getBuiltinModule('node:fs')", ['*']],
    ["import type { Stats } from 'node:fs'", []],
    ["export { writeFile } from 'node:fs/promises'", ['*']],
  ])('are found in %s', (code, names) => expect(importedNames(code, isFs)).toEqual(names));
});
