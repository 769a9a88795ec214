import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, findConfig, openBench } from '../../src/bench/index.js';

let root: string;
let folder: string;
const before = process.env.PATCHBAY_CONFIG_DIR;
const benches: Bench[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-trust-'));
  folder = join(root, 'project');
  process.env.PATCHBAY_CONFIG_DIR = join(root, 'own');
});
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
  if (before === undefined) delete process.env.PATCHBAY_CONFIG_DIR;
  else process.env.PATCHBAY_CONFIG_DIR = before;
  rmSync(root, { recursive: true });
});

/** Writes a file below the temporary root; the config is in `project`. */
function put(name: string, text: string): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const config = (text: string) => put('project/patchbay.config.ts', text);
const trust = async () => (await findConfig(folder))?.allow();
async function openTestBench(): Promise<Bench> {
  const bench = await openBench({ mode: { kind: 'sandbox' }, configFrom: folder });
  benches.push(bench);
  return bench;
}
const notices = ({ log }: Bench) => log.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
const answerTo = async (bench: Bench, source: string) => {
  const outcome = await bench.run(source);
  return outcome.ok ? outcome.value : `! ${(outcome.error as Error).message}`;
};
/** Returns the value of `word`, which the config file defines. */
const word = async (bench: Bench) => answerTo(bench, 'word');
const NOT_DEFINED = expect.stringMatching('word is not defined');
/** Returns the description of the skill `parrot`, or undefined when it is not available. */
const parrot = async (bench: Bench) =>
  answerTo(bench, "(await registry.list_skills()).find((one) => one.name === 'parrot')?.description");
const parrotSkill = (imports: string, description: string) => `import { SkillBase } from 'patchbay/skills';
${imports}
export class Parrot extends SkillBase {
  static SKILL_NAME = 'parrot';
  static SKILL_DESCRIPTION = ${description};
  setup() { return true; }
  register_tools() {}
}`;
const aPackage = (name: string, code: string, manifest: object = {}) => {
  put(
    `project/node_modules/${name}/package.json`,
    JSON.stringify({ name, version: '1.0.0', main: 'index.js', ...manifest }),
  );
  put(`project/node_modules/${name}/index.js`, code);
};
/** Trusts the project, checks that it runs, attacks, and returns the bench opened after the attack. */
async function reopenedAfter(attack: () => void, read: (bench: Bench) => Promise<unknown> = word): Promise<Bench> {
  await trust();
  const first = await openTestBench();
  expect([await read(first), notices(first)]).toEqual(['good', []]);
  attack();
  return openTestBench();
}

describe('a trusted config file is not used when code that it runs has changed', () => {
  it.each([
    ['a static import', "import { word } from '../outside/word.ts';\nexport default { start: () => ({ word }) }"],
    ['a dynamic import', "export default { start: async () => ({ word: (await import('../outside/word.ts')).word }) }"],
  ])('in a file outside its folder: %s', async (_, text) => {
    put('outside/word.ts', "export const word = 'good'");
    config(text);
    const bench = await reopenedAfter(() => put('outside/word.ts', "export const word = 'bad'"));
    expect([await word(bench), notices(bench)]).toEqual([
      NOT_DEFINED,
      [expect.stringMatching(/patchbay\.config\.ts is not used: .*outside\/word\.ts changed/)],
    ]);
  });

  it('at a file: URL', async () => {
    const file = put('outside/word.ts', "export const word = 'good'");
    config(
      `import { word } from ${JSON.stringify(pathToFileURL(file).href)};\nexport default { start: () => ({ word }) }`,
    );
    const bench = await reopenedAfter(() => put('outside/word.ts', "export const word = 'bad'"));
    expect(await word(bench)).toEqual(NOT_DEFINED);
  });

  it('behind a symbolic link', async () => {
    put('outside/one.ts', "export const word = 'good'");
    put('outside/two.ts', "export const word = 'bad'");
    config("import { word } from './word.ts';\nexport default { start: () => ({ word }) }");
    const link = join(folder, 'word.ts');
    symlinkSync(join(root, 'outside/one.ts'), link);
    const bench = await reopenedAfter(() => {
      unlinkSync(link);
      symlinkSync(join(root, 'outside/two.ts'), link);
    });
    expect([await word(bench), notices(bench)]).toEqual([
      NOT_DEFINED,
      [expect.stringContaining('outside/two.ts is new')],
    ]);
  });

  it.each([
    ['an ES module', { type: 'module' }, (said: string) => `export const word = '${said}'`],
    ['CommonJS', {}, (said: string) => `exports.word = '${said}'`],
    [
      'CommonJS that requires its own file',
      {},
      (said: string) => `exports.word = require('./part.js') + '${said.slice(1)}'`,
    ],
    [
      'a file beside it that code finds by a computed path',
      {},
      (said: string) => `const name = 'part'; exports.word = require('./' + name + '.js') + '${said.slice(1)}'`,
    ],
  ])('in a package: %s', async (_, manifest, code) => {
    aPackage('loud', code('good'), manifest);
    put('project/node_modules/loud/part.js', "module.exports = 'g'");
    config("import { word } from 'loud';\nexport default { start: () => ({ word }) }");
    const bench = await reopenedAfter(() => put('project/node_modules/loud/index.js', code('bad!')));
    expect([await word(bench), notices(bench)]).toEqual([
      NOT_DEFINED,
      [expect.stringContaining('node_modules/loud changed')],
    ]);
  });

  it('in a file that a package loads by a computed path', async () => {
    aPackage('loud', "const name = 'part'; exports.word = require('./' + name + '.js')");
    put('project/node_modules/loud/part.js', "module.exports = 'good'");
    config("import { word } from 'loud';\nexport default { start: () => ({ word }) }");
    const bench = await reopenedAfter(() => put('project/node_modules/loud/part.js', "module.exports = 'bad'"));
    expect(await word(bench)).toEqual(NOT_DEFINED);
  });

  it('in a package that such a package depends on', async () => {
    aPackage('loud', "const name = 'quiet'; exports.word = require(name)", { dependencies: { quiet: '1' } });
    aPackage('quiet', "module.exports = 'good'");
    config("import { word } from 'loud';\nexport default { start: () => ({ word }) }");
    const bench = await reopenedAfter(() => put('project/node_modules/quiet/index.js', "module.exports = 'bad'"));
    expect([await word(bench), notices(bench)]).toEqual([
      NOT_DEFINED,
      [expect.stringContaining('node_modules/quiet changed')],
    ]);
  });
});

describe('a trusted config file runs the bytes that were hashed', () => {
  it('when a file of a package changes between the check and the run', async () => {
    aPackage('loud', "exports.word = 'good'");
    config("import { word } from 'loud';\nexport default { profiles: { [word]: {} } }");
    const found = await findConfig(folder);
    aPackage('loud', "exports.word = 'bad'");
    expect(Object.keys((await found?.allow())?.profiles ?? {})).toEqual(['good']);
  });

  it('or fails, for a package that Node loads from disk', async () => {
    const code = (said: string) => `exports.here = __dirname; exports.word = '${said}'`;
    aPackage('loud', code('good'));
    config("import { word } from 'loud';\nexport default { profiles: { [word]: {} } }");
    const found = await findConfig(folder);
    aPackage('loud', code('bad'));
    await expect(found?.allow()).rejects.toThrow(/node_modules\/loud changed while Patchbay was starting/);
  });

  it('when a file that is imported later changes after the start', async () => {
    put('project/late.ts', "export const word = 'good'");
    config("export default { start: () => ({ late: async () => (await import('./late.ts')).word }) }");
    await trust();
    const bench = await openTestBench();
    put('project/late.ts', "export const word = 'bad'");
    expect(await answerTo(bench, 'await late()')).toBe('good');
  });
});

describe('code that trust cannot cover', () => {
  it.each([
    ['a computed import', "const name = './x.ts';\nexport default { start: () => import(name) }", '2:31'],
    ['a computed require', "const name = './x.js';\nexport default { start: () => require(name) }", '2:31'],
    ['require passed on', 'const load = require;\nexport default { start: () => load("./x.js") }', '1:14'],
    [
      'the module API of Node, also when it is only passed on',
      "export { createRequire } from 'node:module';\nexport default {}",
      '1:31',
    ],
    ['a binding of Node', 'export default { start: () => (process as any).binding("fs") }', '1:32'],
    ['an address of another machine', "import 'https://example.com/x.js';\nexport default {}", '1:8'],
    ['native code', 'export default { start: () => process.dlopen({} as any, "./x.node") }', '1:31'],
  ])('is refused with its place: %s', async (_, text, at) => {
    config(text);
    await expect(trust()).rejects.toThrow(new RegExp(`^patchbay\\.config\\.ts:${at}: .*trust`));
    expect(notices(await openTestBench())).toEqual([
      expect.stringMatching(/^patchbay\.config\.ts cannot be used: .*trust/),
    ]);
  });

  it('is refused in a file that the config imports', async () => {
    put('outside/load.ts', '// loads anything\nexport const load = (name: string) => import(name);');
    config("import { load } from '../outside/load.ts';\nexport default { start: () => ({ load }) }");
    await expect(trust()).rejects.toThrow(/^\.\.\/outside\/load\.ts:2:\d+: /);
  });

  it('is refused at run time when the check of the source missed it', async () => {
    put('project/evil.cjs', "module.exports = 'bad'");
    config("export default { start: () => { const r = eval('require'); return { word: r('./evil.cjs') }; } }");
    await trust();
    const bench = await openTestBench();
    expect([await word(bench), notices(bench)]).toEqual([
      NOT_DEFINED,
      [expect.stringContaining('start-up code that failed')],
    ]);
  });

  it('is listed for the user: programs, threads, and packages that Node loads from disk', async () => {
    aPackage('loud', "exports.here = __dirname; exports.word = 'good'");
    config(
      "import { execFile } from 'node:child_process';\nimport { word } from 'loud';\nexport default { start: () => ({ word, execFile }) }",
    );
    expect((await findConfig(folder))?.uncovered).toEqual([
      expect.stringMatching(
        /patchbay\.config\.ts uses child_process: trust does not cover the programs that it starts/,
      ),
      expect.stringMatching(/node_modules\/loud is loaded from disk/),
    ]);
  });
});

describe('a skill folder of a trusted config is not used when code that it runs has changed', () => {
  beforeEach(() => config("export default { skills: ['skills'] }"));
  const CHANGED = expect.stringMatching(/names the skill folder skills, which is not used: .* changed\. Read it/);

  it.each([
    ['outside the folder', '../../../outside/word.ts', 'outside/word.ts'],
    ['in a package', 'loud', 'project/node_modules/loud/index.js'],
  ])('in a file %s', async (_, specifier, file) => {
    aPackage('loud', '', { type: 'module' });
    put(file, "export const word = 'good'");
    put('project/skills/parrot/skill.ts', parrotSkill(`import { word } from '${specifier}';`, 'word'));
    const bench = await reopenedAfter(() => put(file, "export const word = 'bad'"), parrot);
    expect([await parrot(bench), notices(bench)]).toEqual([undefined, [CHANGED]]);
  });

  it('in the target of a symbolic link', async () => {
    put('outside/word.ts', "export const word = 'good'");
    put('project/skills/parrot/skill.ts', parrotSkill("import { word } from './word.ts';", 'word'));
    symlinkSync(join(root, 'outside/word.ts'), join(folder, 'skills/parrot/word.ts'));
    const bench = await reopenedAfter(() => put('outside/word.ts', "export const word = 'bad'"), parrot);
    expect([await parrot(bench), notices(bench)]).toEqual([undefined, [CHANGED]]);
  });

  it('in a text file behind a symbolic link, such as a SKILL.md', async () => {
    put('outside/SKILL.md', 'Say !`echo good`');
    put('project/skills/parrot/skill.ts', parrotSkill('', "'good'"));
    symlinkSync(join(root, 'outside'), join(folder, 'skills/texts'));
    const bench = await reopenedAfter(() => put('outside/SKILL.md', 'Say !`echo bad`'), parrot);
    expect([await parrot(bench), notices(bench)]).toEqual([undefined, [CHANGED]]);
  });

  it('and runs the hashed bytes when a file changes after the start', async () => {
    put('project/skills/parrot/skill.ts', parrotSkill('', "'good'"));
    await trust();
    const bench = await openTestBench();
    put('project/skills/parrot/skill.ts', parrotSkill('', "'bad'"));
    put('project/skills/late/skill.ts', parrotSkill('', "'late'").replaceAll('parrot', 'late'));
    expect(await parrot(bench)).toBe('good');
    expect(await answerTo(bench, "(await registry.list_skills()).some((one) => one.name === 'late')")).toBe(false);
  });

  it('and one that trust cannot cover is not used, with a notice', async () => {
    put('project/skills/parrot/skill.ts', parrotSkill('', "'good'"));
    put(
      'project/skills/open/skill.ts',
      parrotSkill('export const load = (name: string) => import(name);', "'bad'").replaceAll('parrot', 'open'),
    );
    await trust();
    const bench = await openTestBench();
    expect(await parrot(bench)).toBe('good');
    expect(await answerTo(bench, '(await registry.problems()).map((one) => [one.name, one.message])')).toEqual([
      ['open', expect.stringMatching(/cannot be loaded: skill\.ts:2:\d+: trust does not cover/)],
    ]);
  });
});

describe('commands in a SKILL.md below a trusted config file', () => {
  const GREET = "(await agent.call_tool('skill_greet')).response";
  const withCommands = (skills: string[]) =>
    config(`export default { skills: ${JSON.stringify(skills)}, start: async ({ agent }: any) => {
      await agent.add_skill('markdown_skills', { skills_path: ${JSON.stringify(join(folder, 'texts'))}, allow_shell_injection: true });
    } }`);
  beforeEach(() => put('project/texts/greet/SKILL.md', '!`echo good`'));

  it('run when the config names their folder, unless a text has changed', async () => {
    withCommands(['texts']);
    await trust();
    expect(await answerTo(await openTestBench(), GREET)).toBe('good');
    put('project/texts/greet/SKILL.md', '!`echo bad`');
    const bench = await openTestBench();
    expect(notices(bench).join('\n')).toMatch(
      /texts, which is not used: texts\/greet\/SKILL\.md changed[\s\S]*the folder texts is not trusted/,
    );
    expect(await answerTo(bench, GREET)).toMatch(/^! .*skill_greet/);
  });

  it('do not run when a text changes after the start', async () => {
    withCommands(['texts']);
    await trust();
    const bench = await openTestBench();
    put('project/texts/greet/SKILL.md', '!`echo bad`');
    expect(await answerTo(bench, GREET)).toMatch(/the folder texts has changed since you allowed it/);
  });

  it('do not run from a folder that the config does not name', async () => {
    withCommands([]);
    await trust();
    const bench = await openTestBench();
    expect(notices(bench).join('\n')).toMatch(
      /the folder texts is not trusted\. Add it to `skills` in \S+patchbay\.config\.ts, then run `patchbay config allow`/,
    );
    expect(await answerTo(bench, GREET)).toMatch(/^! /);
  });

  it('remain text when the skill does not enable them', async () => {
    withCommands([]);
    await trust();
    const bench = await openTestBench();
    const add = `await agent.add_skill('markdown_skills', { skills_path: ${JSON.stringify(join(folder, 'texts'))} })`;
    expect(await answerTo(bench, `${add}; ${GREET}`)).toBe('!`echo good`');
  });
});

describe('when a package is bundled', () => {
  it('works with built-in modules, JSON, and a missing optional package', async () => {
    aPackage(
      'loud',
      `const { join } = require('path'); let extra = 'none';
       try { extra = require('not-installed'); } catch {}
       exports.word = [join('a', 'b'), require('./data.json').n, extra].join()`,
    );
    put('project/node_modules/loud/data.json', '{"n":1}');
    config("import { word } from 'loud';\nexport default { start: () => ({ word }) }");
    await trust();
    expect(await word(await openTestBench())).toBe(`${join('a', 'b')},1,none`);
  });
});
