import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { castSheet } from '../../src/commands/runs/cast-sheet.js';
import { createSandbox } from '../../src/sandbox.js';
import { showText } from '../../src/show/index.js';
import { patchbayIn } from '../support/run-patchbay.js';

const WELCOME = '<Response><Say>Welcome to the shop</Say></Response>';
const castOf = (name: string, hears: string) => ({
  callers: { [name]: { document: 'welcome.xml', expect: [{ hears }, { ends_by: 'document' }] } },
});

function folderOf(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'ring-cast-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, contents] of Object.entries({ 'welcome.xml': WELCOME, ...files }))
    writeFileSync(join(folder, name), typeof contents === 'string' ? contents : stringify(contents));
  return { run: patchbayIn(folder), read: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

describe('patchbay ring --cast', () => {
  it('prints the story of each person and whether each expectation is met', async () => {
    const { run } = folderOf({ 'a.yaml': castOf('Ann', 'Welcome') });
    const { code, out } = await run(['ring', '--cast', 'a.yaml']);
    expect(out).toBe(`Ann: +15035550147 calls +12065550100 (welcome.xml)
  0 s     calls
  1 s     Say[0] Say: says "Welcome to the shop"
  2.14 s  end: end of the document

  ok  hears "Welcome"
  ok  ends by document

a.yaml: 2 of 2 expectations are met
`);
    expect(code).toBe(0);
  });

  it('exits with 3 if an expectation is not met, and prints the results in the order of the files', async () => {
    const { run } = folderOf({
      'a.yaml': castOf('Ann', 'Welcom'),
      'b.yaml': castOf('Bob', 'Bye'),
      'c.yaml': castOf('Cleo', 'shop'),
    });
    const { code, out } = await run(['ring', '--cast', 'b.yaml', 'a.yaml', 'c.yaml']);
    expect(out).toContain('  not ok  expected to hear "Bye", but heard "Welcome to the shop"');
    expect(out.match(/^\S+\.yaml: .*$/gm)).toEqual([
      'b.yaml: 1 of 2 expectations are met',
      'a.yaml: 2 of 2 expectations are met',
      'c.yaml: 2 of 2 expectations are met',
    ]);
    expect(code).toBe(3);
  });

  it('writes JUnit XML whose texts are escaped', async () => {
    const { run, read } = folderOf({
      'a.yaml': castOf('Ann', 'Welcome'),
      'b.yaml': castOf('Bob', '<Bye> & "x"\u0007'),
    });
    expect((await run(['ring', '--cast', 'a.yaml', 'b.yaml', '--junit', 'out.xml'])).code).toBe(3);
    const xml = load(read('out.xml'), { xml: true });
    const suites = xml('testsuite').map((_, one) => [
      [xml(one).attr('name'), xml(one).attr('tests'), xml(one).attr('failures')],
    ]);
    expect(suites.get()).toEqual([
      ['a.yaml', '3', '0'],
      ['b.yaml', '3', '1'],
    ]);
    const failed = xml('testcase:has(failure)');
    expect(failed.attr('classname')).toBe('b.yaml.Bob');
    expect(failed.attr('name')).toBe('hears "<Bye> & "x"\uFFFD"');
    expect(failed.children('failure').attr('message')).toContain('but heard "Welcome to the shop"');
  });

  it('prints the whole result as JSON', async () => {
    const { run } = folderOf({ 'a.yaml': castOf('Ann', 'Welcome') });
    const [performed] = JSON.parse((await run(['ring', '--cast', 'a.yaml', '--json'])).out);
    expect(performed).toMatchObject({
      file: 'a.yaml',
      result: { failures: [], parties: [{ name: 'Ann', call: { ended: 'end of the document' } }] },
    });
  });

  it.each([
    [['--cast', 'a.yaml', '--digits', '1'], /--digits and --cast exclude each other/],
    [['--junit', 'out.xml'], /--junit needs --cast FILE/],
    [['--cast', 'none.yaml'], /none\.yaml cannot be read/],
    [['--cast', 'a.yaml', '--junit', 'none/out.xml'], /none\/out\.xml cannot be written/],
    [
      ['--cast', 'bad.yaml', 'worse.yaml'],
      /bad\.yaml:1:12: callers\.A needs to or document\nworse\.yaml:1:1: the cast/,
    ],
  ])('refuses %j', async (args, message) => {
    const { run } = folderOf({ 'a.yaml': castOf('Ann', 'x'), 'bad.yaml': 'callers: { A: {} }', 'worse.yaml': '[]' });
    const { code, err } = await run(['ring', ...args]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('starts with queues in which no one waits', async () => {
    const agent = '<Response><Dial timeout="5"><Queue>support</Queue></Dial></Response>';
    const { run } = folderOf({ 'a.yaml': { callers: { Joe: { document: agent } } } });
    expect((await run(['ring', '--cast', 'a.yaml'])).out).toContain('no caller waits in the queue support');
  });

  it('does not read files outside the folder of the cast', async () => {
    const { run } = folderOf({
      'a.yaml': { callers: { Ann: { document: '<Response><Redirect>%2e%2e%2fsecret.xml</Redirect></Response>' } } },
    });
    expect((await run(['ring', '--cast', 'a.yaml'])).out).toContain('404');
  });
});

describe('the sheet of a cast', () => {
  let sheet: ReturnType<typeof castSheet>;
  beforeAll(async () => {
    const document = { sections: { main: [{ play: 'say:Welcome to the shop, where everything is new.' }] } };
    const cast = { callers: { Ann: { document, expect: [{ hears: 'a long text that no document plays' }] } } };
    sheet = castSheet([{ file: 'cast.yaml', result: await createSandbox().cast(cast) }]);
  });

  it('fits 40 columns', () => {
    const lines = showText(sheet, { columns: 40 }).split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(
      'not ok expected to hear "a long text that no document plays"',
    );
  });
});
