import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built command, as processes: what is proved is how a process starts and ends.
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'launcher-'));
const cache = join(folder, 'cache');
afterAll(() => rmSync(folder, { recursive: true }));

function start(args: readonly string[], options: { readonly cache?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, PATCHBAY_CACHE_DIR: options.cache ?? cache },
  });
  return { code: status, out: stdout, err: stderr };
}
const patchbay = (...args: string[]) => start([join(root, 'dist', 'cli.js'), ...args]);

describe('the built command', () => {
  const code = `
    enum Loads { Esbuild = 1 }
    const { PlatformRestError: imported } = await import('patchbay/client');
    const { PlatformRestError: required } = require('patchbay');
    const mine = await import('./mine.mjs');
    [Loads.Esbuild, imported === PlatformRestError, required === PlatformRestError, ...mine.same(RestClient, PlatformRestError)]`;
  beforeAll(() =>
    writeFileSync(
      join(folder, 'mine.mjs'),
      `import { RestClient } from 'patchbay/client';
       import { PlatformRestError } from 'patchbay';
       import { SkillBase } from 'patchbay/skills';
       import { Datetime } from 'patchbay/skills/datetime';
       export const same = (client, error) => [RestClient === client, PlatformRestError === error, Datetime?.prototype instanceof SkillBase];`,
    ),
  );

  it('gives code the classes of the running program, with and without compiled code in the cache', () => {
    const expected = { code: 0, out: expect.stringMatching(/^\[\s*1,(\s*true,?){5}\s*\]\n$/) };
    expect(patchbay('-e', code)).toMatchObject(expected);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(patchbay('-e', code)).toMatchObject(expected);
  });

  it('ignores compiled code that is damaged, and replaces it', () => {
    patchbay('-e', '6 * 7');
    const [name = ''] = readdirSync(cache);
    const whole = readFileSync(join(cache, name));
    for (const damaged of [whole.subarray(0, 1000), Buffer.alloc(0), Buffer.from(whole).fill(7, 5000, 6000)]) {
      writeFileSync(join(cache, name), damaged);
      expect(patchbay('-e', '6 * 7')).toMatchObject({ code: 0, out: '42\n' });
      expect(readFileSync(join(cache, name)).equals(damaged)).toBe(false);
    }
  });

  it('does not use the compiled code of a copy, which would name its files in stack traces', () => {
    const copy = join(folder, 'copy', 'dist');
    for (const file of ['cli.js', 'program.cjs']) cpSync(join(root, 'dist', file), join(copy, file));
    cpSync(join(root, 'package.json'), join(copy, '..', 'package.json'));
    const code = 'await new Promise(() => {})';
    const ends = { code: 1, err: expect.stringMatching(/can settle\n$/) };
    expect(patchbay('-e', code)).toMatchObject(ends);
    expect(start([join(copy, 'cli.js'), '-e', code])).toMatchObject(ends);
  });

  it('keeps no compiled code of a command that does not exist', () => {
    patchbay('-e', '6 * 7');
    const before = readdirSync(cache);
    expect(patchbay('skils')).toMatchObject({ code: 2 });
    expect(readdirSync(cache)).toEqual(before);
  });
});

it('prints less than 2 kB about an uncaught error of a program that imports the package, and the whole message', () => {
  const file = join(folder, 'program.mjs');
  const message = 'm'.repeat(1500);
  const own = (text: string) => {
    writeFileSync(file, text);
    return start([file]);
  };
  const entry = (name: string) => JSON.stringify(`file://${join(root, 'dist', `${name}.js`)}`);
  const failing = [
    `import { createSandbox } from ${entry('sandbox')}; createSandbox({ seed: 1.5 });`,
    `import { RestClient } from ${entry('client')}; new RestClient({ project: 'p', token: 't', host: 'h.example' }).queues.get();`,
    `import { openCassette } from ${entry('cassette')}; openCassette('missing.yaml');`,
    `import { createRegistry } from ${entry('skills')}; createRegistry().register_skill(class {});`,
  ];
  for (const program of failing) {
    const { code, err } = own(program);
    expect({ program, code, isShort: err.length < 2000 }).toEqual({ program, code: 1, isShort: true });
    expect(err).toMatch(/\n\n(\w*Error: |the recording missing\.yaml cannot be read)/);
  }
  expect(own(`import ${entry('client')}; throw new Error(${JSON.stringify(message)});`).err).toContain(message);
});
