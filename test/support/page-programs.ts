import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { compile } from './compile.js';

const root = resolve(import.meta.dirname, '..', '..');

interface Program {
  readonly name: string;
  readonly mark: string;
  readonly source: string;
  readonly output: string;
}

interface Options {
  /** A line that each program of the page begins with. */
  readonly head?: string;
  /** The number of tests in the programs that are files of tests. */
  readonly tests?: number;
}

/**
 * Compiles the programs of a page, and runs each: a `ts` block, and the `output` block below it. A `cts` program is CommonJS.
 * The mark `no-run` only compiles, and `vitest` is a file of tests. The platform of the programs is a sandbox.
 */
export function describePrograms(page: string, { head = '', tests = 0 }: Options = {}): void {
  const programs = programsOf(readFileSync(join(root, page), 'utf8'), head);

  describe(`the programs of ${page}`, () => {
    // Inside the repository, so that the programs find the package by its name.
    const folder = mkdtempSync(join(root, 'node_modules', '.page-programs-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    for (const { name, source } of programs) writeFileSync(join(folder, name), source);
    const named = programs.map(({ name }) => name);

    it('compile', { timeout: 60_000 }, () => {
      expect(named.length).toBeGreaterThan(0);
      expect(compile(folder, named)).toEqual([]);
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

    const files = programs.filter(({ mark }) => mark === ' vitest').map(({ name }) => name);
    it.runIf(files.length > 0)('pass, if they are files of tests', { timeout: 60_000 }, () => {
      writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { include: ['*.test.ts'] } };`);
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...files], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, NO_COLOR: '1' },
      });
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining(` ${tests} passed (${tests})`)]);
    });
  });
}

function programsOf(page: string, head: string): Program[] {
  const blocks = page.matchAll(/^```(c?ts)( no-run| vitest)?\n([\s\S]*?)^```\n(?:\n```output\n([\s\S]*?)^```)?/gm);
  return [...blocks].map(([, language = '', mark = '', source = '', output = ''], index) => ({
    name: mark === ' vitest' ? `program-${index}.test.ts` : `program-${index}.${language}`,
    mark,
    // Without an import, a program would not be a module.
    source: head === '' ? source : `${head}\n${source}`,
    output,
  }));
}
