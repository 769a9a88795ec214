import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packageRoot, shippedPath } from '../../src/util/index.js';

const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

it('returns the path of shipped files from any folder', () => {
  expect(shippedPath('fixtures/search', packageRoot())).toBe(join('fixtures', 'search'));
  const whole = shippedPath('fixtures/search', elsewhere);
  expect(whole).toBe(join(packageRoot(), 'fixtures', 'search'));
  expect(existsSync(whole)).toBe(true);
});

it.each(['native_vector_search', 'markdown_skills'])('shows an example of %s that works in any folder', (name) => {
  const tsx = join(packageRoot(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const script = `import(${JSON.stringify(join(packageRoot(), 'src/skills/index.ts'))}).then(async (skills) =>
    console.log(JSON.stringify(await skills.previewSkill(skills.createRegistry({ env: {} }), '${name}'))))`;
  const { stdout, stderr } = spawnSync(process.execPath, [tsx, '-e', script], { cwd: elsewhere, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { problem, tools } = JSON.parse(stdout) as { problem?: string; tools: unknown[] };
  expect(problem).toBeUndefined();
  expect(tools.length).toBeGreaterThan(0);
});
