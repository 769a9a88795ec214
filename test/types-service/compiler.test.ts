import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCompiler } from '../../src/types/compiler.js';
import { completeAt, openEngine } from './engine.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-compiler-'));
  // Ends the search in the temporary folder: a folder above it may contain installed packages.
  for (const name of ['typescript', 'tslab', '@tslab/typescript-for-tslab']) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs a package whose code exports the given expression. */
function install(root: string, name: string, exported: string): void {
  const target = join(root, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  writeFileSync(join(target, 'index.js'), `module.exports = ${exported};`);
}

const compiler = (version: string) => `{ version: '${version}', createLanguageService() {} }`;
const found = () => {
  const answer = loadCompiler(join(folder, 'app', 'node_modules', 'patchbay'));
  return 'name' in answer ? answer.name : answer;
};

describe('the compiler', () => {
  it('is the package typescript beside this package', () => {
    install(join(folder, 'app'), 'typescript', compiler('5.9.3'));
    install(join(folder, 'app'), 'tslab', '{}');
    install(join(folder, 'app'), '@tslab/typescript-for-tslab', compiler('5.0.4'));
    expect(found()).toBe('typescript 5.9.3');
  });

  it('is the one of tslab where typescript is missing or too old', () => {
    install(join(folder, 'app'), 'tslab', '{}');
    install(join(folder, 'app'), '@tslab/typescript-for-tslab', compiler('5.0.4'));
    expect(found()).toBe('@tslab/typescript-for-tslab 5.0.4');
    install(join(folder, 'app'), 'typescript', compiler('4.9.5'));
    expect(found()).toBe('@tslab/typescript-for-tslab 5.0.4');
  });

  it('is missing where none is installed, and the answer says what to install', () => {
    expect(found()).toEqual({
      reason: 'TypeScript is not installed next to Patchbay',
      install: 'npm install typescript@5',
    });
  });

  it.each([
    ['4.9.5', compiler('4.9.5')],
    ['7.0.0', "{ version: '7.0.0' }"],
  ])('is not version %s, which lacks the API', (version, exported) => {
    install(join(folder, 'app'), 'typescript', exported);
    expect(found()).toMatchObject({
      reason: `typescript ${version} has no language service for this version of Patchbay`,
    });
  });

  it('is never the one in the working directory', () => {
    const project = join(folder, 'project');
    install(project, 'typescript', "(() => { throw new Error('code of the project ran') })()");
    const before = process.cwd();
    process.chdir(project);
    try {
      expect(found()).toMatchObject({ reason: 'TypeScript is not installed next to Patchbay' });
    } finally {
      process.chdir(before);
    }
  });
});

describe('the compiler of tslab', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('tslab/package.json'));
  const path = require.resolve('@tslab/typescript-for-tslab');
  const engine = openEngine({
    compiler: { ts: require('@tslab/typescript-for-tslab'), name: 'tslab', libFolder: dirname(path) },
  });
  for (const source of [
    'const page = await platform.queues.list()',
    'page.data[0]',
    'class A { one = 1 }',
    'const a = new A()',
  ])
    engine.add(source);

  it.each([
    ['page.|', ['data', 'links']],
    ['page.data.map(q => q.|', ['average_wait_time', 'current_size']],
    ['_.fr|', ['friendly_name']],
    ['a.|', ['one']],
    ["'abc'.toU|", ['toUpperCase']],
    ['process.env.PA|', ['PATH']],
    ['process.cw|', ['cwd']],
    ['await platform.queues.create({ |', ['max_size', 'name']],
    ["await platform.calling.play('id', { play: [{ type: 't|", ['tts']],
  ])('completes %s', (code, head) => {
    expect(completeAt(engine, code).names.slice(0, head.length)).toEqual(head);
  });
});
