import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { compile } from '../support/compile.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts( no-\w+)?\n([\s\S]*?)^```\n(?:\n```output\n([\s\S]*?)^```)?/gm)].map(
  ([, mark = '', source = '', output = ''], index) => ({ name: `program-${index}.ts`, mark, source, output }),
);
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
    const file = join(folder, program.name.replace('.ts', '.mjs'));
    writeFileSync(file, transformSync(program.source, { loader: 'ts' }).code);
    await import(/* @vite-ignore */ file);
    expect(printed.join('')).toBe(program.output);
  });
});
