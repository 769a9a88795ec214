import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TypeEngine } from '../../src/types/type-engine.js';
import { completeAt, openEngine } from './engine.js';

let folder: string;
let engine: TypeEngine;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-types-'));
  const user = join(folder, 'project');
  mkdirSync(join(user, 'parts'), { recursive: true });
  mkdirSync(join(user, 'node_modules', 'own'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(user, path), text);
  write('desk.ts', "import { deep } from './parts/deep.js'; export const desk = { name: 'a', deep }; throw 1;");
  write('parts/deep.ts', 'export const deep = { flag: true };');
  write('plain.js', 'export const plain = { fromScript: 1 };');
  write('data.json', '{ "fromJson": 1 }');
  write('large.ts', `export const large = { one: 1 };//${'x'.repeat(600_000)}`);
  write('node_modules/own/index.ts', 'export const own = { one: 1 };');
  writeFileSync(join(folder, 'outside.ts'), 'export const outside = { one: 1 };');
  symlinkSync(join(folder, 'outside.ts'), join(user, 'link.ts'));
  execFileSync('mkfifo', [join(user, 'pipe.ts')]);
  engine = openEngine({ user, withNodeTypes: false });
});
afterAll(() => rmSync(folder, { recursive: true }));

const importing = (name: string, from: string, rest: string) =>
  completeAt(engine, `import ${name} from '${from}'; ${rest}`).names;

describe('a module of the user', () => {
  it('has the types of its file, which does not run', () => {
    expect(importing('{ desk }', './desk.ts', 'desk.|')).toEqual(['deep', 'name']);
    expect(importing('{ desk }', './desk.js', 'desk.deep.|')).toEqual(['flag']);
    expect(importing('{ plain }', './plain.js', 'plain.|')).toEqual(['fromScript']);
    expect(importing('data', './data.json', 'data.|')).toEqual(['fromJson']);
    expect(importing('{ de| }', './desk.js', '')).toEqual(['desk']);
  });

  it('has its new types after a change', () => {
    const path = join(folder, 'project', 'changing.ts');
    writeFileSync(path, 'export const it = { before: 1 };');
    expect(importing('{ it }', './changing.ts', 'it.|')).toEqual(['before']);
    writeFileSync(path, 'export const it = { afterChange: 1 };');
    expect(importing('{ it }', './changing.ts', 'it.|')).toEqual(['afterChange']);
  });

  it.each([
    ['a file outside of the folder', '{ outside }', '../outside.ts', 'outside.|'],
    ['a link to a file outside of the folder', '{ outside }', './link.ts', 'outside.|'],
    ['a file that is too large', '{ large }', './large.ts', 'large.|'],
    ['a pipe', '{ pipe }', './pipe.ts', 'pipe.|'],
    ['a package of the user', '{ own }', 'own', 'own.|'],
    ['an absolute path', '{ root }', '/etc/passwd', 'root.|'],
    ['a file that is missing', '{ gone }', './gone.ts', 'gone.|'],
  ])('is not read: %s', (_, name, from, rest) => {
    expect(importing(name, from, rest)).toEqual([]);
  });
});

describe('modules of this package', () => {
  it.each([
    ['{ RestClient }', 'patchbay', 'new RestClient().queues.cre|', 'create'],
    ['{ RestClient }', 'patchbay/client', 'new RestClient().queues.cre|', 'create'],
    ['{ createSandbox }', 'patchbay/sandbox', 'createSandbox().clo|', 'clock'],
    ['{ createRegistry }', 'patchbay/skills', 'createRegistry().list_s|', 'list_skills'],
  ])('import %s from %s', (name, from, rest, first) => {
    expect(importing(name, from, rest)[0]).toBe(first);
  });
});

describe('without the declarations of Node.js', () => {
  it.each([
    ['process.env.PA|', 'PATH'],
    ['process.cw|', 'cwd'],
    ["(await fetch('x')).sta|", 'status'],
    ["Buffer.from('a').toJ|", 'toJSON'],
    ["new URL('http://a').searchP|", 'searchParams'],
    ['console.lo|', 'log'],
    ['new AbortController().sig|', 'signal'],
    ['setTim|', 'setTimeout'],
    ['crypto.rand|', 'randomUUID'],
  ])('knows the most used globals: %s', (code, first) => {
    expect(completeAt(engine, code).names[0]).toBe(first);
  });
});
