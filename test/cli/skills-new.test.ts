import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/commands/index.js';
import { setEgress } from '../../src/http/index.js';
import { compile } from '../support/compile.js';

const root = join(import.meta.dirname, '..', '..');
// Inside the repository, so that the files find the package by its name.
const folder = mkdtempSync(join(root, 'node_modules', '.skills-new-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  setEgress('open');
});

async function patchbay(...args: string[]) {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.err += text)));
  return { code: await runCommand('skills', args), ...written };
}

/** Names that are awkward as words, classes and variables. */
const NAMES = ['order_status', 'Base', '_', '_7_up', 'A', 'constructor'];

describe('patchbay skills new', () => {
  it('writes files that compile and load, whatever the name is', async () => {
    const dir = join(folder, 'named');
    for (const name of NAMES) {
      const { code, out } = await patchbay('new', name, '--dir', dir);
      expect([code, readdirSync(join(dir, name)).sort()]).toEqual([0, ['fixture.yaml', 'skill.test.mjs', 'skill.ts']]);
      expect(out).toContain(join(dir, name, 'skill.ts'));
    }
    const files = NAMES.map((name) => join('named', name, 'skill.ts'));
    expect(compile(folder, files)).toEqual([]);
    const { out } = await patchbay('list', '--skills', dir);
    for (const name of NAMES) expect(`\n${out}`).toContain(`\n${name} `);
    expect(out).not.toContain('not usable');
  });

  it('prints a command that runs the skill, and a test that passes', async () => {
    const dir = join(folder, 'run');
    const { out } = await patchbay('new', 'order_status', '--dir', dir);
    const [, words = ''] = /^ {2}patchbay skills (run .*)$/m.exec(out) ?? [];
    const args = words.split(' ').map((word) => word.replace(/^'|'$/g, ''));
    expect(await patchbay(...args, '--check')).toMatchObject({ code: 0, out: 'It is ready.\n' });
    const [, test = ''] = /node --test (.*)$/m.exec(out) ?? [];
    const { status, stdout } = spawnSync(process.execPath, ['--test', test], { encoding: 'utf8', env: {} });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/pass 3/)]);
  }, 60_000);

  it.each([
    ['a name that is not one', ['not-a-name'], 'must consist of letters'],
    ['a path', ['../above'], 'must consist of letters'],
    ['no name', [], 'needs the name of one skill'],
    ['two names', ['one', 'two'], 'needs the name of one skill'],
    ['the name of a built-in skill', ['joke'], 'joke is a built-in skill'],
  ])('refuses %s, and writes nothing', async (_, words, message) => {
    const dir = join(folder, 'refused');
    await expect(patchbay('new', ...words, '--dir', dir)).rejects.toThrow(message);
    expect(readdirSync(folder)).not.toContain('refused');
  });

  it('refuses a name that exists as a folder, a file or a link', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'skills-new-'));
    const dir = join(folder, 'taken');
    mkdirSync(join(dir, 'folder'), { recursive: true });
    writeFileSync(join(dir, 'file'), 'mine');
    symlinkSync(elsewhere, join(dir, 'link'));
    for (const name of ['folder', 'file', 'link'])
      await expect(patchbay('new', name, '--dir', dir)).rejects.toThrow(`${join(dir, name)} exists`);
    expect([readdirSync(elsewhere), readdirSync(join(dir, 'folder'))]).toEqual([[], []]);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('mine');
    await expect(patchbay('new', 'one', '--dir', join(dir, 'file'))).rejects.toThrow('cannot create');
    rmSync(elsewhere, { recursive: true });
  });
});
