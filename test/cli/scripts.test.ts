import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate, patchbay as run } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const patchbay = (args: readonly string[], stdin?: string) =>
  run(args, { cwd: folder, env: { PATCHBAY_TYPES: 'off' }, ...(stdin !== undefined && { stdin }) });
/** The same in this process, for code that does not need its own. */
const evaluated = (args: readonly string[]) => evaluate(args, { cwd: folder, env: { PATCHBAY_TYPES: 'off' } });

describe('--json', () => {
  it('prints only values on stdout, and the output of console on stderr', async () => {
    const { out, err } = await patchbay(['--json', '-e', 'console.log("said"); console.table([7]); ({ a: 1 })']);
    expect(JSON.parse(out)).toEqual({ a: 1 });
    expect(err).toMatch(/said\n[\s\S]*7/);
  });

  it('prints null for undefined', async () => {
    expect((await evaluated(['--json', '-e', 'undefined'])).out).toBe('null\n');
    expect((await patchbay(['--json'], 'const a = 1')).out).toBe('null\n');
  });

  it('prints the last value of a script, which prints nothing without it', async () => {
    expect((await patchbay(['--json'], '2+2\n')).out).toBe('4\n');
    expect((await patchbay([], '2+2\n')).out).toBe('');
    writeFileSync(join(folder, 'sum.ts'), 'export const a: number = 2;\nconsole.log(a);\n[await a, 4]');
    writeFileSync(join(folder, 'sum.md'), '```ts\nconst b = 3\n```\n\n```ts\nb * 2\n```\n');
    expect(await patchbay(['run', '--json', 'sum.ts'])).toMatchObject({ code: 0, out: '[\n  2,\n  4\n]\n' });
    expect((await patchbay(['run', '--json', 'sum.md'])).out).toBe('6\n');
    expect((await patchbay(['run', 'sum.md'])).out).toBe('');
  });
});

describe('patchbay help', () => {
  it('prints the help of Patchbay, of a command and of an action', async () => {
    for (const [help, option] of [
      [['help'], ['--help']],
      [
        ['help', 'run'],
        ['run', '--help'],
      ],
      [
        ['help', 'skills', 'run'],
        ['skills', 'run', '--help'],
      ],
    ] as const)
      expect(await patchbay(help)).toEqual(await patchbay(option));
  });

  it('explains the names of the bench', async () => {
    expect(await patchbay(['help', 'platform'])).toMatchObject({ code: 0, out: expect.stringMatching(/^platform\n/) });
    expect((await patchbay(['help', 'sandbox.ring'])).out).toMatch(/^sandbox\.ring\(/);
  });

  it('finds what fits several words', async () => {
    const found = await patchbay(['help', 'buy', 'a', 'number']);
    expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}platform\.phone_numbers\.purchase/) });
    expect((await patchbay(['help', 'run', 'a', 'script'])).out).toContain('patchbay run');
    expect((await patchbay(['help', 'skills', 'run'])).out).toMatch(/^patchbay skills run/);
  });

  it('says what to type for an unknown name', async () => {
    const { code, err } = await patchbay(['help', 'inbox']);
    expect([code, err]).toEqual([1, expect.stringContaining('unknown name inbox. Did you mean sandbox.inbox?\n')]);
    expect((await patchbay(['help', 'zzqqxx'], '')).err).toMatch(
      /^unknown name zzqqxx\. .*\npatchbay: to list the commands, run patchbay help\. To list the operations, run patchbay help platform\n$/,
    );
  });
});

describe("import 'patchbay'", () => {
  const make = "(await new RestClient().queues.create({ name: 'own' })).name";

  it('works in any folder, and its client and names follow the mode', async () => {
    const code = `import { RestClient } from 'patchbay'; import { platform as here } from 'patchbay/notebook'; ${make}; [here === platform, (await here.queues.list()).data.length]`;
    const { out } = await patchbay(['--json', '-e', code]);
    expect(JSON.parse(out)).toEqual([true, 3]);
    const dynamic =
      "const { RestClient } = await import('patchbay/client'); (await new RestClient().queues.list()).data.length";
    expect((await patchbay(['-e', dynamic])).out).toBe('2\n');
    writeFileSync(join(folder, 'own.ts'), `import { RestClient } from 'patchbay'; ${make}; console.log('made')`);
    expect(await patchbay(['run', 'own.ts'])).toMatchObject({ code: 0, out: 'made\n' });
  });

  it('works in the files that the code imports, and the client follows the mode there too', async () => {
    const list = 'new RestClient().queues.list()';
    mkdirSync(join(folder, 'lib'));
    writeFileSync(
      join(folder, 'lib', 'typed.ts'),
      `import { RestClient } from 'patchbay';\nexport const page: unknown = ${list};`,
    );
    writeFileSync(
      join(folder, 'lib', 'module.mjs'),
      `import { RestClient } from 'patchbay/client';\nexport { platform } from 'patchbay/notebook';\nexport const page = ${list};`,
    );
    writeFileSync(
      join(folder, 'lib', 'common.cjs'),
      `const { RestClient } = require('patchbay');\nexports.page = ${list};`,
    );
    const code = `
      import { page } from './lib/typed.ts';
      import * as module from './lib/module.mjs';
      const { RestClient } = require('patchbay');
      const pages = [page, module.page, require('./lib/common.cjs').page, ${list}];
      [module.platform === platform, ...(await Promise.all(pages)).map(({ data }) => data.length)]`;
    const { out, err } = await patchbay(['--json', '-e', code]);
    expect(out, err).not.toBe('');
    expect(JSON.parse(out)).toEqual([true, 2, 2, 2, 2]);
    writeFileSync(
      join(folder, 'main.ts'),
      "import { page } from './lib/typed.ts'; console.log((await page).data.length)",
    );
    expect(await patchbay(['run', 'main.ts'])).toMatchObject({ code: 0, out: '2\n' });
  });

  it.each([
    ["require('lodash')", 'lodash is not installed here: npm install lodash'],
    ["require('lodash/fp')", 'lodash is not installed here: npm install lodash'],
    ["require('@acme/tools/queue')", '@acme/tools is not installed here: npm install @acme/tools'],
    ["require('./absent')", "Cannot find module './absent'"],
    ["require('node:fs').readFileSync('absent')", "ENOENT: no such file or directory, open 'absent'"],
  ])('%s says what is missing, without a list of files', async (code, message) => {
    expect(await evaluated(['-e', code])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        new RegExp(`\\nError: ${message.replace(/[./]/g, '\\$&')}\\n {2}at input-1:1:\\d+\\n$`),
      ),
    });
  });

  it('of another package that is missing says how to install it', async () => {
    const { code, err } = await evaluated(['-e', "import _ from 'lodash'"]);
    expect([code, err]).toEqual([1, expect.stringContaining('lodash is not installed here: npm install lodash')]);
  });
});

describe('wrong usage', () => {
  it.each([
    ['-e', "-e needs code: patchbay -e '1 + 1'"],
    ['--replay', '--replay needs a value'],
    ['there.ts', 'there.ts is a file, not a command. Use it with: patchbay run there.ts'],
    ['there.yaml', 'there.yaml is a file, not a command. Use it with: patchbay check there.yaml'],
    ['case.yaml', 'case.yaml is a file, not a command. Use it with: patchbay --replay case.yaml'],
    ['there.xml', 'there.xml is a file, not a command. Use it with: patchbay check there.xml'],
    ['there.har', 'there.har is a file, not a command. Use it with: patchbay import there.har'],
    ['there.png', 'there.png is a file, not a command.'],
    ['absent.ts', 'absent.ts is not a command, and no such file exists. Scripts run with: patchbay run FILE.ts'],
  ])('of %s says what to do', async (argument, message) => {
    for (const extension of ['ts', 'yaml', 'xml', 'har', 'png']) writeFileSync(join(folder, `there.${extension}`), '');
    writeFileSync(join(folder, 'case.yaml'), '---\nkind: cassette\nversion: 1\n');
    expect(await evaluated([argument])).toEqual({
      code: 2,
      out: '',
      err: `patchbay: ${message}\nSee patchbay --help.\n`,
    });
  });
});

describe('a file that is not a script', () => {
  it.each([
    ['job.py', 'print(1)', 2, 'job.py is not code that Patchbay runs. Patchbay runs .ts, .js, .ipynb and .md files'],
    ['case.yaml', 'a: 1', 2, 'case.yaml is not code. If it is a recording, replay it: patchbay --replay case.yaml'],
    ['empty.ts', '\n', 0, 'empty.ts contains no code'],
    ['text-only.md', '# Title', 0, 'text-only.md contains no code'],
  ])('is named: patchbay run %s', async (name, content, code, message) => {
    writeFileSync(join(folder, name), content);
    const ended = await evaluated(['run', name]);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(`patchbay: ${message}\n`);
  });
});

describe('an unknown action', () => {
  it.each([
    ['cassette', 'lst', 'list'],
    ['skills', 'lst', 'list'],
    ['profile', 'lst', 'list'],
    ['config', 'shw', 'show'],
    ['notebook', 'rn', 'run'],
    ['kernel', 'instal', 'install'],
  ])('of %s suggests the command: %s', async (command, typed, meant) => {
    expect(await patchbay([command, typed])).toEqual({
      code: 2,
      out: '',
      err: `patchbay: ${command} has no action ${typed}. Did you mean: patchbay ${command} ${meant}?\nSee patchbay ${command} --help.\n`,
    });
  });
});

describe('config', () => {
  it('names the file that it cannot allow, and says when there is nothing to forget', async () => {
    const config = join(folder, 'patchbay.config.ts');
    writeFileSync(config, 'export default { skils: [] }');
    expect(await patchbay(['config', 'allow'])).toMatchObject({
      code: 1,
      err: 'patchbay: patchbay.config.ts is not allowed: unknown key "skils". Did you mean "skills"?\n',
    });
    const nothing = 'Nothing to forget: you have not allowed a patchbay.config.ts in this folder.\n';
    expect((await patchbay(['config', 'forget'])).out).toBe(nothing);
    writeFileSync(config, 'export default { skills: [] }');
    expect((await patchbay(['config', 'allow'])).code).toBe(0);
    expect((await patchbay(['config', 'forget'])).out).toBe('patchbay.config.ts is no longer used in this folder.\n');
    expect(await patchbay(['config', 'forget'])).toMatchObject({ code: 0, out: nothing });
    rmSync(config);
  });
});

it('refuses --no-redact without --record', async () => {
  expect(await evaluated(['--no-redact', '-e', '1'])).toMatchObject({
    code: 2,
    err: 'patchbay: --no-redact needs --record FILE\nSee patchbay --help.\n',
  });
});

describe('profiles', () => {
  it('are used by doctor as by whoami', async () => {
    expect((await patchbay(['doctor'])).out).toContain('– --live needs credentials');
    const add = ['profile', 'add', 'acme', '--project', 'prj', '--space', 'acme.example.com'];
    expect(await patchbay(add)).toMatchObject({ code: 2, err: expect.stringContaining('Profile acme has no token.') });
    expect((await patchbay(add, 'token-of-acme')).code).toBe(0);
    expect((await patchbay(['whoami'])).out).toContain('acme.example.com  (profile acme)');
    const { code, out } = await patchbay(['doctor']);
    expect([code, out]).toEqual([0, expect.stringContaining('✓ --live uses the credentials of profile acme;')]);
    expect(await evaluated(['--live', '--profile', 'zzz', '-e', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no profile zzz. Known profiles: acme'),
    });
  });
});
