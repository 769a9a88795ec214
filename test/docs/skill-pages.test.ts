import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/commands/index.js';
import { setEgress } from '../../src/http/index.js';
import { createRegistry } from '../../src/skills/index.js';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs/reference/skills');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const registry = createRegistry({ env: {} });

afterEach(() => {
  vi.restoreAllMocks();
  setEgress('open');
});

it('has a page for every skill that comes with the package', async () => {
  const known = (await registry.list_skills()).map(({ name }) => `${name}.md`);
  expect(pages.sort()).toEqual(known.sort());
});

it.each(pages)('%s shows a command that works', async (page) => {
  const [, line = ''] = /```sh\npatchbay skills (.*)\n```/.exec(readFileSync(join(folder, page), 'utf8')) ?? [];
  const words = shellWords(line);
  expect(words.slice(0, 2)).toEqual(['run', page.replace(/\.md$/, '')]);
  const output = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output.out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((output.err += text)));
  expect([await runCommand('skills', words), output.err]).toEqual([0, expect.anything()]);
  expect(output.out.trim()).not.toBe('');
  // If responses are recorded, the command must use them, and they must be sufficient.
  if (existsSync(join(root, 'fixtures/services', words[1] as string))) expect(output.err).toMatch(/→ 200/);
  expect(output.err).not.toContain('not recorded');
});

/** Words in single quotes, or without any. */
function shellWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\'/g, (_, inside) => inside ?? "'"));
}
