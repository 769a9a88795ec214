import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { shellCommand } from '../../src/cli/commands/shell-command.js';
import { check } from '../../src/commands/rows/check.js';
import { checkFiles } from '../../src/commands/runs/documents/check-files.js';
import { checkSheet } from '../../src/commands/runs/documents/check-sheet.js';
import { showText } from '../../src/show/index.js';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string | Buffer): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const WRONG = 'sections:\n  main:\n    - answer\n    - plya: "say:Hello"\n';
const FINE = '{"sections":{"main":["answer","hangup"]}}';

async function run(...args: string[]) {
  let out = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text)));
  const code = await shellCommand('check', check)
    .run(args)
    .finally(() => write.mockRestore());
  return { code, out };
}

describe('patchbay check', () => {
  it('names a recording, and leaves it out of a folder', async () => {
    const recording = readFileSync('fixtures/errors/invalid-field.yaml', 'utf8');
    mkdirSync(join(folder, 'with-recording'));
    const name = file('with-recording/case.yaml', recording);
    await expect(run(name)).rejects.toThrow(`${name} is a recording of requests, not a call document`);
    file('with-recording/main.yaml', FINE);
    expect((await checkFiles([join(folder, 'with-recording')])).files).toEqual([
      join(folder, 'with-recording/main.yaml'),
    ]);
  });

  it('prints the place, the message and the line, and exits with 1', async () => {
    const name = file('wrong.yaml', WRONG);
    const { code, out } = await run(name);
    expect(code).toBe(1);
    expect(out).toBe(
      `${name}:4:7\n  main[1]: unknown verb plya. Did you mean play?\n  - plya: "say:Hello"\n    ^\n\n${name}: 1 problem\n`,
    );
  });

  it('exits with 0 for a document without problems', async () => {
    const name = file('fine.json', FINE);
    expect(await run(name)).toEqual({ code: 0, out: `${name}: no problems\n` });
  });

  it('prints the files and the problems as JSON', async () => {
    const name = file('wrong.yaml', WRONG);
    const { code, out } = await run(name, '--json');
    const problem = { level: 'certain', line: 4, column: 7, message: 'main[1]: unknown verb plya. Did you mean play?' };
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { files: [name], problems: [{ file: name, ...problem, source: '    - plya: "say:Hello"' }] },
    ]);
  });

  it('checks the documents of a folder and of the folders in it, and no other files', async () => {
    const inside = join(folder, 'documents');
    mkdirSync(join(inside, 'more'), { recursive: true });
    mkdirSync(join(inside, 'node_modules'));
    file('documents/a.yaml', WRONG);
    file('documents/more/b.xml', '<Response><Say>Hi</Say></Response>');
    file('documents/package.json', '{"name": "x",}');
    file('documents/broken.json', '{"sections": {"main": []');
    file('documents/node_modules/c.yaml', WRONG);
    symlinkSync(inside, join(inside, 'more', 'again'));
    const { files, problems } = await checkFiles([inside]);
    expect(files.map((one) => one.slice(inside.length + 1))).toEqual(['a.yaml', 'broken.json', 'more/b.xml']);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [4, 7],
      [1, 25],
    ]);
  });

  it('reports links to files that the folder does not have, unless a reply answers them', async () => {
    const inside = join(folder, 'links');
    mkdirSync(join(inside, 'more'), { recursive: true });
    const main = file(
      'links/main.xml',
      '<Response>\n<Gather action="menu3.xml"/>\n<Gather action="/more/b.yaml?x=1"/><Redirect>/choice</Redirect></Response>',
    );
    file(
      'links/menu2.xml',
      '<Response><Dial action="crm.json"><Number url="whisper.xml">+15035550100</Number></Dial></Response>',
    );
    file(
      'links/more/b.yaml',
      'sections:\n  main:\n    - execute: later\n    - execute: { dest: c.yaml }\n    - transfer: ../../out.yaml\n  later: [hangup]\n',
    );
    file('links/replies.yaml', 'replies: [{ url: /crm.json, json: {} }]');
    const { problems } = await checkFiles([inside]);
    expect(
      problems.map(({ file, line, column, message }) => [file.slice(inside.length + 1), line, column, message]),
    ).toEqual([
      ['main.xml', 2, 9, 'Gather[0]: there is no file menu3.xml. Did you mean menu2.xml?'],
      ['menu2.xml', 1, 43, 'Dial[0]: there is no file whisper.xml'],
      ['more/b.yaml', 4, 18, 'main[1]: there is no file more/c.yaml. Did you mean more/b.yaml?'],
      ['more/b.yaml', 5, 7, 'main[2]: there is no file out.yaml'],
    ]);
    expect((await checkFiles([main])).problems).toHaveLength(1);
  });

  it('refuses a missing file, an empty one, a folder without documents, and text that is not UTF-8', async () => {
    mkdirSync(join(folder, 'empty'));
    await expect(checkFiles([join(folder, 'none.yaml')])).rejects.toThrow(/none\.yaml cannot be read/);
    await expect(checkFiles([file('empty.yaml', ' \n')])).rejects.toThrow(/is empty/);
    await expect(checkFiles([join(folder, 'empty')])).rejects.toThrow(/has no call documents/);
    await expect(checkFiles([file('utf16.json', Buffer.from(FINE, 'utf16le'))])).rejects.toThrow(/save it as UTF-8/);
    await expect(run()).rejects.toThrow(/check needs a document/);
  });

  it('fits into 40 columns, with the caret below its column in a long line', async () => {
    const long = `say:${'welcome '.repeat(20)}`;
    const name = file('long.yaml', `sections:\n  main:\n    - play: "${long}\${call.form} ${long}"\n`);
    const shown = showText(checkSheet(await checkFiles([name]), 40), { columns: 40 }).split('\n');
    const [line = '', caret = ''] = shown.slice(shown.findIndex((one) => one.trim() === '^') - 1);
    expect(line.slice(caret.indexOf('^'))).toMatch(/^form/);
    expect(shown.filter((one) => stringWidth(one) > 39 && !one.includes(folder))).toEqual([]);
  });
});

describe('.check', () => {
  it('shows the same at the prompt', async () => {
    const bench = createBench({ directory: folder });
    const name = file('wrong.yaml', WRONG);
    expect(String(((await bench.run(`.check ${name}`)) as { value?: unknown }).value)).toContain('Did you mean play?');
    await bench.close();
  });
});

describe('a call that follows a file', () => {
  it('shows the problems of the check with the line, once each, and those of the call', async () => {
    const bench = createBench({ directory: folder });
    const text = `sections:
  main:
    - play: "say:Hello \${call.form}"
    - sleep: "\${call.from}"
  more: [hangup]
`;
    const name = file('call.yaml', text);
    const shown = String(((await bench.run(`.sandbox ring --document ${name}`)) as { value?: unknown }).value);
    const problems = shown.slice(shown.indexOf('Problems')).replace(/\s+/g, ' ');
    const places = problems
      .split(`${name}:`)
      .slice(1)
      .map((one) => one.trim());
    expect(places).toEqual([
      '3:31: main[0]: call has no form. Did you mean call.from?',
      '5:3: no call reaches the section more: use execute or transfer to run it',
      expect.stringMatching(/^4:7: main\[1\]: sleep\.duration must be a whole number/),
    ]);
    await bench.close();
  });
});
