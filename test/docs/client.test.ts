import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { compile } from '../support/compile.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
// A `cts` program is CommonJS. The marks: `no-run` only compiles, `no-test` does neither, `vitest` is a file of tests.
const blocks = [
  ...page.matchAll(/^```(c?ts)( no-\w+| vitest)?\n([\s\S]*?)^```\n(?:\n```output\n([\s\S]*?)^```)?/gm),
].map(([, language = '', mark = '', source = '', output = ''], index) => ({
  name: mark === ' vitest' ? `program-${index}.test.ts` : `program-${index}.${language}`,
  mark,
  source,
  output,
}));
const programs = blocks.filter(({ mark }) => mark !== ' no-test');

// Inside the repository, so that the programs find the package by its name.
const folder = mkdtempSync(join(root, 'node_modules', '.client-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the programs of docs/client.md', () => {
  for (const { name, source } of programs) writeFileSync(join(folder, name), source);

  it('compile', () => {
    expect(
      compile(
        folder,
        programs.map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  beforeEach(async () => {
    const server = await createSandbox().listen();
    vi.stubEnv('PLATFORM_PROJECT_ID', server.credentials.project);
    vi.stubEnv('PLATFORM_API_TOKEN', server.credentials.token);
    vi.stubEnv('PLATFORM_SPACE', server.url);
    return () => server.close();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it.each(programs.filter(({ mark }) => mark === ''))('$name prints what the page shows', async (program) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(`${format(...values)}\n`));
    const isCommon = program.name.endsWith('.cts');
    const file = join(folder, program.name.replace(/\.c?ts$/, isCommon ? '.cjs' : '.mjs'));
    writeFileSync(file, transformSync(program.source, { loader: 'ts', format: isCommon ? 'cjs' : 'esm' }).code);
    await import(/* @vite-ignore */ file);
    await vi.waitFor(() => expect(printed.join('')).toBe(program.output), 5_000);
  });

  it('pass, if they are files of tests', () => {
    const files = programs.filter(({ mark }) => mark === ' vitest').map(({ name }) => name);
    expect(files.length).toBeGreaterThan(0);
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { include: ['*.test.ts'] } };`);
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...files], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/Tests {2}2 passed/)]);
  }, 60_000);
});
