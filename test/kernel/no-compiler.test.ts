import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

// The build as in a global installation: with its dependencies and without tslab.
let folder: string;
let main: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'global-'));
  for (const name of ['dist', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((one) => !['tslab', 'patchbay'].includes(one)))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  main = join(folder, 'dist', 'kernel-main.js');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('runs no cell without a compiler if type errors shall stop cells', async () => {
  const kernel = await startRawKernel({ main, env: { PATCHBAY_TYPES: 'stop' } });
  const evalue = expect.stringContaining('npm install --global tslab@1.0.22 @types/node');
  for (const code of ["const wrong: string = 5; console.log('ran')", "console.log('ran')"]) {
    const { reply, text } = await kernel.run(code);
    expect([reply, text]).toMatchObject([{ ename: 'TypeScriptError', evalue }, '']);
  }
  await kernel.kill();
});

describe('a kernel without a compiler', () => {
  let kernel: RawKernel;
  beforeAll(async () => {
    kernel = await startRawKernel({ main, env: { PATCHBAY_TYPES: '' } });
  });
  afterAll(() => kernel.kill());

  it('says in its banner that types are not checked', async () => {
    const { reply } = await kernel.ask('shell', 'kernel_info_request', {});
    expect(reply.banner).toContain('Types are not checked, because no compiler was found');
    const { outputs } = await kernel.run('const n: number = 6 * 7; n');
    expect(outputs).toMatchObject([{ data: { 'text/plain': '42' } }]);
  });

  it('says once, in the first cell of a person, that types are not checked', async () => {
    const data = {
      'text/plain': expect.stringMatching(/^Types are not checked, .*npm install --global tslab@1\.0\.22/),
    };
    const outputsOf = async (code: string, isPerson = true) =>
      (await kernel.run(code, isPerson ? { onInput: () => '' } : {})).outputs;
    // What only the compiler can answer: afterwards it is known to be missing.
    await kernel.ask('shell', 'complete_request', { code: "'a'.toUpp", cursor_pos: 9 });
    expect(await outputsOf('1;', false)).toMatchObject([{ type: 'execute_result' }]);
    expect(await outputsOf('.time 1 + 1')).toHaveLength(2);
    expect(await outputsOf('const a: string = 5')).toMatchObject([{ type: 'display_data', data }]);
    expect(await outputsOf('const b: string = 5')).toEqual([]);
  });
});
