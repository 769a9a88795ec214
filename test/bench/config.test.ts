import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configFrom } from '../../src/bench/config/config.js';
import { type Bench, findConfig, forgetConfig, openBench } from '../../src/bench/index.js';

let folder: string;
const before = process.env.PATCHBAY_CONFIG_DIR;
const benches: Bench[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'));
  process.env.PATCHBAY_CONFIG_DIR = join(folder, 'own');
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'part');
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
  if (before === undefined) delete process.env.PATCHBAY_CONFIG_DIR;
  else process.env.PATCHBAY_CONFIG_DIR = before;
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}
async function openTestBench(): Promise<Bench> {
  const bench = await openBench({ mode: { kind: 'sandbox' }, configFrom: folder });
  benches.push(bench);
  return bench;
}
const allowed = async () => (await findConfig(folder))?.allow();
const notices = ({ log }: Bench) => log.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
const answer = async (bench: Bench, source: string) => {
  const outcome = await bench.run(source);
  return outcome.ok ? outcome.value : `! ${(outcome.error as Error).message}`;
};
/** Returns code that creates a file when it runs. */
const trace = () =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(folder, 'ran'))}, '');\n`;
const hasRun = () => existsSync(join(folder, 'ran'));
const NOT_ALLOWED =
  'patchbay.config.ts is not used: you have not allowed it yet. Read it with `patchbay config`, then run `patchbay config allow`';
const CHANGED =
  'patchbay.config.ts is not used: part.ts changed. Read it with `patchbay config`, then run `patchbay config allow`';
const SKILL = (name: string, says: string) => `import { SkillBase } from 'patchbay/skills';
export class It extends SkillBase {
  static override SKILL_NAME = '${name}';
  static override SKILL_DESCRIPTION = '${says}';
  setup() { return true; }
  register_tools() {}
}`;

describe('a config file that is not trusted', () => {
  it('is not run, and a notice says so', async () => {
    put('patchbay.config.ts', `${trace()}export default { start: () => ({ mine: 1 }) }`);
    const bench = await openTestBench();
    expect([notices(bench), hasRun()]).toEqual([[NOT_ALLOWED], false]);
    expect(await answer(bench, 'mine')).toMatch('! mine is not defined');
  });
  it('can be invalid, and the bench still opens', async () => {
    put('patchbay.config.ts', 'export default {{{');
    expect(notices(await openTestBench())).toEqual([expect.stringContaining('patchbay.config.ts cannot be used: ')]);
  });
  it('fails with the file and the line of a syntax error', async () => {
    put('lib/more.ts', 'export const more = 1;\nexport const = 2;\n');
    put('patchbay.config.ts', "import { more } from './lib/more.ts';\nexport default { skills: [String(more)] };\n");
    await expect(findConfig(folder)).rejects.toThrow(/^lib\/more\.ts:2:14: /);
  });
  it('is optional', async () => {
    expect(notices(await openTestBench())).toEqual([]);
  });
});

describe('a trusted config file', () => {
  it('defines variables, with access to the client and the mode', async () => {
    put(
      'patchbay.config.ts',
      `import { five } from './five.js';
       export default { start: async ({ platform, mode }: any) => ({
         five, kind: mode.kind, count: async () => (await platform.queues.list()).data.length,
       }) }`,
    );
    put('five.ts', 'export const five: number = 5;');
    await allowed();
    const bench = await openTestBench();
    expect([await answer(bench, 'five'), await answer(bench, 'kind'), notices(bench)]).toEqual([5, 'sandbox', []]);
    expect(await answer(bench, 'typeof await count()')).toBe('number');
  });
  it('sets the keys of the prompt', async () => {
    put('patchbay.config.ts', "export default { keys: 'vi' }");
    await allowed();
    expect((await openTestBench()).keys).toBe('vi');
  });
  it('adds profiles for --live', async () => {
    put(
      'patchbay.config.ts',
      `export default { profiles: { staging: { project: 'p', host: 'staging.example.com', token: 'PT-of-staging' } } }`,
    );
    await allowed();
    const bench = await openBench({ mode: { kind: 'live', profile: 'staging' }, configFrom: folder });
    benches.push(bench);
    expect(bench.whereRequestsGo).toBe('LIVE staging.example.com (profile staging)');
  });
  it('is not run after it or an imported file changes', async () => {
    put('patchbay.config.ts', `import './part.js';\nexport default {}`);
    put('part.ts', 'globalThis.part = 1;');
    await allowed();
    expect(notices(await openTestBench())).toEqual([]);
    put('part.ts', `${trace()}`);
    expect([notices(await openTestBench()), hasRun()]).toEqual([[CHANGED], false]);
  });
  it('is not trusted after `config forget`, and only its owner can read the stored trust', async () => {
    put('patchbay.config.ts', 'export default {}');
    await allowed();
    expect(statSync(join(folder, 'own', 'allowed.json')).mode & 0o777).toBe(0o600);
    await forgetConfig(folder);
    expect(notices(await openTestBench())).toEqual([NOT_ALLOWED]);
  });
  it('adds its skill folders, except a changed one', async () => {
    put('patchbay.config.ts', `export default { skills: ['one', 'two'] }`);
    put('one/first/skill.ts', SKILL('first', 'as it was'));
    put('two/second/skill.ts', SKILL('second', 'as it was'));
    await allowed();
    put('two/second/skill.ts', SKILL('second', 'changed'));
    const bench = await openTestBench();
    expect(notices(bench)).toEqual([
      expect.stringMatching(/names the skill folder two, which is not used: two\/second\/skill\.ts changed/),
    ]);
    const names = (await answer(bench, '(await registry.list_skills()).map((s) => s.name)')) as string[];
    expect(names.filter((name) => ['first', 'second'].includes(name))).toEqual(['first']);
  });
  it.each([
    ['export default { skill: [] }', 'skill'],
    ['export default { profiles: { "../x": {} } }', 'profiles'],
    ['export default { start: 1 }', 'start: must be a function'],
    ['export const config = {}', 'no default export'],
  ])('names the invalid field in %s', async (text, message) => {
    put('patchbay.config.ts', text);
    await expect(allowed()).rejects.toThrow(message);
  });
  it('can fail in its start-up code without closing the bench', async () => {
    put('patchbay.config.ts', `export default { start: () => { throw new Error('no luck') } }`);
    await allowed();
    expect(notices(await openTestBench())).toEqual(['patchbay.config.ts has start-up code that failed: no luck']);
  });
  it('can connect only to this machine', async () => {
    put('patchbay.config.ts', `export default { start: () => fetch('http://192.0.2.1/') }`);
    await allowed();
    expect(notices(await openTestBench())).toEqual([expect.stringContaining('start-up code that failed')]);
  });
});

it.each([
  [{ skils: [] }, 'unknown key "skils". Did you mean "skills"?'],
  [{ profiles: { a: { tokn: '' } } }, 'profiles.a: unknown key "tokn". Did you mean "token"?'],
  [{ zzzzzz: 1 }, 'unknown key "zzzzzz". Known keys: skills, profiles, keys, start'],
  [{ keys: 'vim' }, 'keys: must be "emacs" or "vi"'],
  [{ kes: 'vi' }, 'unknown key "kes". Did you mean "keys"?'],
])('suggests the key of a config for a likely typo', (exported, message) => {
  expect(() => configFrom(exported)).toThrow(new TypeError(message));
});
