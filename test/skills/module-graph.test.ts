import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
/** The files of skills. The two tables beside them, of all skills and of the services that they call, load none. */
const OF_A_SKILL = /^src\/skills\/builtin\/(?!(?:index|services)\.ts$)/;
const builtIn = readdirSync(join(root, 'src/skills/builtin'))
  .filter((name) => name.endsWith('.ts') && OF_A_SKILL.test(`src/skills/builtin/${name}`))
  .map((name) => name.replace(/\.ts$/, ''));

async function graphOf(...entryPoints: string[]): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'out',
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
  });
  return metafile.inputs;
}

/** Everything that importing a file loads at once: files of ours, and packages by name. */
function loadedWith(entry: string, inputs: Metafile['inputs'], seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { path, kind } of inputs[entry]?.imports ?? []) {
    if (kind === 'import-statement') loadedWith(relative(root, join(root, path)), inputs, seen);
  }
  return seen;
}

it('loads no skill and no large package to list the skills', async () => {
  const loaded = loadedWith('src/skills/index.ts', await graphOf('src/skills/index.ts'));
  expect(loaded).toContain('src/skills/builtin/index.ts');
  expect([...loaded].filter((file) => OF_A_SKILL.test(file))).toEqual([]);
  expect(['undici', 'esbuild', 'yaml', 'cheerio', 'zod', 'pg', 'libsql'].filter((name) => loaded.has(name))).toEqual(
    [],
  );
});

const ofSkills = graphOf(...builtIn.map((name) => `src/skills/builtin/${name}.ts`));

it.each(builtIn)('loads no other skill with %s, and no parser before it is used', async (name) => {
  const entry = `src/skills/builtin/${name}.ts`;
  const loaded = loadedWith(entry, await ofSkills);
  const others = [...loaded].filter(
    (file) => OF_A_SKILL.test(file) && file !== entry && !file.startsWith(`src/skills/builtin/${name}/`),
  );
  expect(others).toEqual([]);
  expect([...loaded].filter((file) => /^(cheerio|robots-parser|undici)/.test(file))).toEqual([]);
});

it('loads no MCP code before it is used', async () => {
  const loaded = loadedWith('src/cli/commands/index.ts', await graphOf('src/cli/commands/index.ts'));
  const listing = loadedWith('src/commands/runs/skills.ts', await graphOf('src/commands/runs/skills.ts'));
  for (const files of [loaded, listing])
    expect([...files].filter((file) => /^(src\/mcp|@modelcontextprotocol)/.test(file))).toEqual([]);
});

it('loads no recording format before the first request', async () => {
  const loaded = loadedWith('src/services/index.ts', await graphOf('src/services/index.ts'));
  expect(loaded).toContain('src/services/offline.ts');
  expect([...loaded].filter((file) => /^src\/cassette|^(zod|yaml|undici)$/.test(file))).toEqual([]);
});
