import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import * as contract from '../../src/skills/index.js';
import { Agent, createRegistry } from '../../src/skills/index.js';
import { Greeter } from './example-skills.js';

const root = mkdtempSync(join(tmpdir(), 'skills-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** A new folder with these files in it. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const skill = (name: string, say = `'${name}'`) => `import { SkillBase } from 'patchbay/skills';
export default class Made extends SkillBase {
  static override SKILL_NAME: string = '${name}';
  static override SKILL_DESCRIPTION = 'Says its name.';
  setup() { return true; }
  register_tools(): void { this.define_tool({ name: 'say_${name}', description: 'x', handler: () => ${say} }); }
}`;
const javascript = (name: string) => skill(name).replace(/ override|: string|: void/g, '');

it('loads TypeScript from a directory, with imports by path and from packages', async () => {
  const folder = folderWith({
    'parrot/skill.ts': `import { word } from './word.js';\nimport { shout } from 'loud';\nimport { sep } from 'node:path';\n${skill('parrot', 'shout(word) + sep.length')}`,
    'parrot/word.ts': "export const word: string = 'hello';",
    'node_modules/loud/package.json': '{"name":"loud","type":"module","main":"index.js"}',
    'node_modules/loud/index.js': 'export const shout = (word) => word.toUpperCase();',
  });
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folder);
  const agent = new Agent({ registry, env: {} });
  await agent.add_skill('parrot');
  expect((await agent.call_tool('say_parrot')).response).toBe('HELLO1');
  expect((await registry.get_all_skills_schema()).parrot).toMatchObject({ source: 'external', version: '1.0.0' });
});

it('offers every export of patchbay/skills to a skill in a directory', async () => {
  const names = Object.keys(contract);
  const source = skill('lister', `Object.keys(contract).join()`);
  const folder = folderWith({ 'lister/skill.ts': `import * as contract from 'patchbay/skills';\n${source}` });
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folder);
  const agent = new Agent({ registry, env: {} });
  await agent.add_skill('lister');
  expect(String((await agent.call_tool('say_lister')).response).split(',')).toEqual(names.toSorted());
});

it('uses the directories of PLATFORM_SKILL_PATHS in order, and reports a missing one', async () => {
  const [first, second] = [
    folderWith({ 'b/skill.js': javascript('b'), 'a/skill.js': javascript('a'), 'empty/readme': '' }),
    folderWith({ 'a/skill.js': javascript('a') }),
  ] as const;
  const registry = createRegistry({
    env: { PLATFORM_SKILL_PATHS: [first, join(root, 'none'), second].join(delimiter) },
  });
  expect((await registry.list_all_skill_sources()).external_paths).toEqual(['a', 'b']);
  expect(await registry.problems()).toEqual([
    { name: join(root, 'none'), from: 'PLATFORM_SKILL_PATHS', message: `${join(root, 'none')} is not a directory` },
    { name: 'a', from: second, message: 'the name is already used by another skill (external)' },
  ]);
});

it('reports each broken skill by name and lists the others', async () => {
  const folder = folderWith({
    'good/skill.ts': skill('good'),
    'syntax/skill.ts': 'export class {',
    'throws/skill.ts': "throw new Error('no luck');",
    'other/skill.ts': skill('another'),
    'empty/skill.ts': 'export const nothing = 1;',
    'two words/skill.ts': skill('two'),
    'python/skill.py': 'class Python(SkillBase): pass',
    'datetime/skill.ts': skill('datetime'),
  });
  symlinkSync(root, join(folder, 'linked'));
  writeFileSync(join(root, 'skill.ts'), skill('linked'));
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folder);
  const names = (await registry.list_skills()).map(({ name }) => name);
  expect(names).toContain('good');
  expect(names).not.toContain('throws');
  const problems = Object.fromEntries((await registry.problems()).map(({ name, message }) => [name, message]));
  expect(problems).toEqual({
    syntax: expect.stringMatching(/cannot be loaded: skill\.ts:1:\d+: Expected identifier/),
    throws: expect.stringContaining('no luck'),
    other: expect.stringContaining('the SKILL_NAME must be other, got another'),
    empty: expect.stringContaining('the file exports no class that extends SkillBase'),
    python: 'skill.py is Python, which Patchbay does not run. Write the skill as skill.ts, skill.js, skill.mjs',
    'two words': 'a skill name must consist of letters, digits and _, and start with no digit',
    datetime: 'the name is already used by another skill (built-in)',
    linked: 'the file is outside the directory',
  });
  expect((await registry.list_all_skill_sources()).external_paths).toEqual(['good']);
  await expect(registry.get_skill_class('throws')).rejects.toThrow('skill "throws" in');
  await expect(new Agent({ registry, env: {} }).add_skill('throws')).rejects.toThrow('no luck');
});

it('offers the skills of the packages of a project only if a project is set', async () => {
  const manifest = (skills: unknown) => JSON.stringify({ name: 'x', patchbay: { skills } });
  const project = folderWith({
    'package.json': '{"dependencies":{"owl":"1","odd":"1","plain":"1","gone":"1"}}',
    'node_modules/owl/package.json': manifest({ owl: './lib/owl.js', lost: './lost.js', out: '../odd/package.json' }),
    'node_modules/owl/lib/owl.js': javascript('owl'),
    'node_modules/odd/package.json': manifest('owl'),
    'node_modules/plain/package.json': '{"name":"plain"}',
  });
  const registry = createRegistry({ env: {}, project });
  expect((await registry.list_all_skill_sources()).entry_points).toEqual(['owl']);
  expect((await registry.get_all_skills_schema()).owl).toMatchObject({ name: 'owl', source: 'entry_point' });
  expect((await registry.problems()).map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'odd: "patchbay.skills" in its package.json must be an object',
    'lost: the file ./lost.js does not exist in the package',
    'out: the file is outside the package',
  ]);
  expect((await createRegistry({ env: {} }).list_all_skill_sources()).entry_points).toEqual([]);
  const sameProject = createRegistry({ env: {}, project: relative(process.cwd(), project) });
  expect((await sameProject.list_all_skill_sources()).entry_points).toEqual(['owl']);
  expect(() => createRegistry({ env: {}, project: join(project, 'none') })).toThrow('none is not a directory');
});

it('runs no skill on disk to load a built-in one', async () => {
  const folder = folderWith({ 'loud/skill.ts': 'globalThis.wasRun = true;' });
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folder);
  expect(await registry.get_skill_class('datetime')).toBeDefined();
  expect(globalThis).not.toHaveProperty('wasRun');
});

it('reports a directory that was removed, and lists the others', async () => {
  const folder = folderWith({ 'gone/skill.ts': skill('gone') });
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folder);
  rmSync(folder, { recursive: true });
  expect((await registry.list_skills()).map(({ name }) => name)).toContain('math');
  expect(await registry.get_skill_class('math')).toBeDefined();
  expect(await registry.problems()).toEqual([
    { name: folder, from: folder, message: expect.stringContaining('the directory cannot be read') },
  ]);
});

it('prefers a registered class to one on disk', async () => {
  const registry = createRegistry({ env: {} });
  registry.add_skill_directory(folderWith({ 'greeter/skill.ts': skill('greeter') }));
  registry.register_skill(Greeter);
  expect(await registry.get_skill_class('greeter')).toBe(Greeter);
});

it('rejects a path that is not a directory', () => {
  expect(() => createRegistry({ env: {} }).add_skill_directory(join(root, 'none'))).toThrow('is not a directory');
});
