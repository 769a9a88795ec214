import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyNotebooks } from '../../src/cli/notebook/copy.js';
import { readParameters } from '../../src/cli/notebook/parameters.js';
import { notebookProgress } from '../../src/cli/notebook/progress.js';
import { codeOf } from '../../src/cli/notebook/report.js';
import { inParallel } from '../../src/cli/notebook/run.js';
import { command } from '../support/command.js';
import { patchbay } from '../support/run-patchbay.js';

// Each test starts a kernel, which takes time.
vi.setConfig({ testTimeout: 120_000 });
const root = join(import.meta.dirname, '..', '..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notebook-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The built command, without a terminal. A kernel is a process of its own. */
const notebook = (...args: string[]) =>
  patchbay(['notebook', ...args], { cwd: folder, env: { ...process.env, PATCHBAY_STATE_DIR: folder } });

function write(name: string, source: string, text: string) {
  const outputs = [{ data: { 'text/plain': [text] }, execution_count: 1, metadata: {}, output_type: 'execute_result' }];
  writeCells(name, [{ source, outputs }]);
}

function writeCells(name: string, given: { source: string; outputs?: object[]; metadata?: object }[]) {
  const cells = given.map(({ source, outputs = [], metadata = {} }, index) => {
    return { cell_type: 'code', execution_count: 1, id: `c${index}`, metadata, outputs, source: [source] };
  });
  writeFileSync(join(folder, name), JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
}

describe('patchbay notebook run', () => {
  it('reports notebooks in the order of the arguments', async () => {
    const work = "(await import('node:crypto')).pbkdf2Sync('a', 'b', 500_000, 32, 'sha512').length";
    write('slow.ipynb', work, '32');
    write('quick.ipynb', '2', '2');
    expect(await notebook('run', 'slow.ipynb', 'quick.ipynb', '--check')).toEqual({
      code: 0,
      out: 'slow.ipynb: 1 cell succeeded, outputs match the file\nquick.ipynb: 1 cell succeeded, outputs match the file\n',
      err: '',
    });
  });

  it('shows with --check what differs and in which cell, and ends with 3', async () => {
    write('lesson.ipynb', '1 + 1', '3');
    expect(await notebook('run', 'lesson.ipynb', '--check')).toEqual({
      code: 3,
      out: 'lesson.ipynb: cell 1 differs: 1 + 1\n  [text/plain]\n- 3\n+ 2\nlesson.ipynb: 1 cell succeeded, 1 differs\n',
      err: '',
    });
  });

  it('cuts what would fill the screen', async () => {
    write('long.ipynb', "'x'.repeat(5000)", 'y');
    const { out } = await notebook('run', 'long.ipynb', '--check');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(250);
  });

  it('lets nothing in a notebook drive the terminal', async () => {
    write('hostile.ipynb', "'\\x1b]52;c;aGk=\\x07 \\u202e'", '\x1b]52;c;aGk=\x07');
    const { code, out, err } = await notebook('run', 'hostile.ipynb', '--check');
    expect(code).toBe(3);
    expect(out + err).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
  });

  it('names the failed cell, runs the other notebooks, and exits with 1', async () => {
    write('bad.ipynb', "throw new Error('boom')", '');
    write('good.ipynb', '1', '1');
    expect(await notebook('run', 'bad.ipynb', 'nowhere.ipynb', 'good.ipynb')).toEqual({
      code: 1,
      out: 'good.ipynb: 1 cell succeeded\n',
      err: 'bad.ipynb: cell 1 failed (0 of 1 succeeded): Error: boom\nnowhere.ipynb: the file does not exist\n',
    });
  });
});

it('counts expected errors apart from the cells that succeeded', async () => {
  const fails = { source: "throw new Error('meant')", metadata: { tags: ['raises-exception'] } };
  const succeeds = { source: '1', metadata: { tags: ['raises-exception'] } };
  writeCells('one.ipynb', [{ source: '1' }, fails, succeeds]);
  writeCells('two.ipynb', [fails, fails, { source: 'nowhere' }]);
  expect(await notebook('run', 'one.ipynb', 'two.ipynb', '--jobs', '1')).toEqual({
    code: 1,
    out: 'one.ipynb: 3 cells, 1 expected error\n',
    err: 'two.ipynb: cell 3 failed (0 of 3 succeeded, 2 expected errors): ReferenceError: nowhere is not defined\n',
  });
});

it('sets parameters, writes the outputs to another file, and reports late errors and cells that are not compared', async () => {
  const cells = [
    { source: "const region = 'us'; let limit = 5", metadata: { tags: ['parameters'] } },
    { source: 'region + limit * 2', outputs: [] },
    { source: 'Date.now()', metadata: { tags: ['not-compared'] } },
    { source: "void Promise.reject(new Error('lost'))" },
    { source: "void Promise.reject(new Error('meant'))", metadata: { tags: ['raises-exception'] } },
    { source: 'nowhere' },
    { source: '1' },
  ];
  writeCells('one.ipynb', cells);
  const before = readFileSync(join(folder, 'one.ipynb'), 'utf8');
  const values = ['-p', 'region=eu', '-p', 'limit=7', '-p', 'limt=1'];
  const files = ['--output', 'out.ipynb', '--junit', 'out.xml', '--json'];
  const { code, out, err } = await notebook('run', 'one.ipynb', ...values, ...files);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'one.ipynb: unknown parameter "limt": the cell with the tag "parameters" does not declare it. Did you mean "limit"?\n',
  });
  expect(JSON.parse(out)).toMatchObject([
    {
      cells: 8,
      expectedErrors: 1,
      failure: { cell: 7, text: 'ReferenceError: nowhere is not defined' },
      unhandled: [{ cell: 5, text: 'Unhandled rejection: Error: lost' }],
    },
  ]);
  expect(readFileSync(join(folder, 'one.ipynb'), 'utf8')).toBe(before);
  const written = JSON.parse(readFileSync(join(folder, 'out.ipynb'), 'utf8')).cells;
  expect(written[1]).toMatchObject({ metadata: { tags: ['injected-parameters'] }, id: 'injected-parameters' });
  expect(written[2].outputs[0].data).toEqual({ 'text/plain': ["'eu14'"] });
  const xml = readFileSync(join(folder, 'out.xml'), 'utf8');
  expect(xml).toContain('tests="8" failures="2" skipped="1"');
});

it.each([
  [['one.ipynb', 'two.ipynb', '--output', 'out.ipynb'], /--output needs exactly one notebook/],
  [['one.ipynb', '--output', 'out.ipynb', '--in-place'], /choose one of --output and --in-place/],
  [['one.ipynb', '--junit', './one.ipynb'], /--junit \.\/one\.ipynb would overwrite/],
  [['one.ipynb', '--junit', 'out', '--output', 'out'], /would overwrite/],
  [['one.ipynb', '--output', 'none/out.ipynb'], /none\/out\.ipynb cannot be written/],
  [['one.ipynb', '--junit', '.'], /\. cannot be written: it is a folder/],
  [['one.ipynb', '-p', 'name'], /Write -p name=value/],
  [['one.ipynb', '-p', 'a-b=1'], /"a-b" is not a name of a variable/],
  [['one.ipynb', '-p', 'class=1'], /"class" is not a name of a variable/],
])('refuses notebook run %j before it runs a cell', async (args, message) => {
  write('one.ipynb', '1', '1');
  const { code, out, err } = await command(['notebook', 'run', ...args], {
    cwd: folder,
    env: { PATCHBAY_STATE_DIR: folder },
  });
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) });
});

it('reads the value of a parameter as JSON or as text', () => {
  const texts = ['a=1', 'b=+15551230100', 'c={"x":[true]}', 'd=a=b', 'e=12345678901234567890', 'f=', 'g="1"', 'a=2'];
  expect(Object.fromEntries(readParameters(texts))).toEqual({
    ...{ a: 2, b: '+15551230100', c: { x: [true] }, d: 'a=b' },
    ...{ e: '12345678901234567890', f: '', g: '1' },
  });
});

it('exits with 1 for an error after the end of a cell, with 3 if outputs differ, and with 0 for other results', () => {
  const run = {
    file: 'a',
    cells: 1,
    firstLines: ['1'],
    outputs: [[]],
    expectedErrors: 0,
    notCompared: 0,
    warnings: [],
  };
  const late = [{ cell: 1, text: 'Uncaught exception: Error: late' }];
  const differences = [{ cell: 1, begins: '1', diff: '- 1' }];
  const codes = [
    { unhandled: late, differences: [] },
    { unhandled: late, differences },
    { unhandled: [], differences: [] },
  ].map((one) => codeOf({ file: 'a', run: { ...run, ...one } }));
  expect(codes).toEqual([1, 3, 0]);
});

describe('patchbay notebook copy', () => {
  it('copies all lessons with their recordings', async () => {
    const { code, out } = await notebook('copy', 'school');
    expect({ code, first: out.split('\n')[0] }).toEqual({
      code: 0,
      first: `${readdirSync(join(root, 'notebooks')).length} notebooks in school/notebooks, with their recordings.`,
    });
    expect(readdirSync(join(folder, 'school', 'notebooks'))).toEqual(readdirSync(join(root, 'notebooks')));
    expect(readdirSync(join(folder, 'school', 'fixtures', 'notebooks'))).toEqual(
      readdirSync(join(root, 'fixtures', 'notebooks')),
    );
    expect((await notebook('copy', 'school')).code).toBe(0);
  });

  it('names what it cannot write, and why', () => {
    writeFileSync(join(folder, 'notebooks'), '');
    for (const target of [folder, '/proc/nope', join(folder, 'notebooks', 'below')]) {
      expect(() => copyNotebooks(target)).toThrow(/ cannot be written: .*\. Choose another folder$/);
      expect(() => copyNotebooks(target)).not.toThrow(/EACCES|ENOTDIR|EEXIST|ENOENT/);
    }
  });

  it('does not overwrite a changed lesson, except with --force', async () => {
    await notebook('copy', 'school');
    const file = join(folder, 'school', 'notebooks', '01-first-call.ipynb');
    writeFileSync(file, 'mine');
    rmSync(join(folder, 'school', 'notebooks', '05-data-maps.ipynb'));
    const { code, err } = await notebook('copy', 'school');
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('01-first-call.ipynb') });
    expect(err).toContain('--force');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(join(folder, 'school', 'notebooks'))).not.toContain('05-data-maps.ipynb');
    expect((await notebook('copy', 'school', '--force')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toBe('mine');
  });
});

describe('doing things side by side', () => {
  it('does as many at a time as allowed, and answers in the order of the items', async () => {
    const running: number[] = [];
    let most = 0;
    const done = new Map<number, () => void>();
    const answers = inParallel([1, 2, 3, 4], 2, async (item) => {
      running.push(item);
      most = Math.max(most, running.length);
      await new Promise<void>((resolve) => done.set(item, resolve));
      running.splice(running.indexOf(item), 1);
      return item * 10;
    });
    for (const item of [2, 1, 3, 4]) {
      while (!done.has(item)) await Promise.resolve();
      done.get(item)?.();
      await answers[item - 1];
    }
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
    expect(most).toBe(2);
  });

  it('lets the others go on when one fails', async () => {
    const answers = inParallel(['bad', 'good'], 1, async (item) => {
      if (item === 'bad') throw new Error('no');
      return item;
    });
    expect(await Promise.allSettled(answers)).toMatchObject([{ status: 'rejected' }, { value: 'good' }]);
  });
});

describe('the progress of notebooks', () => {
  const screen = (isTTY: boolean, columns = 80) => {
    const written: string[] = [];
    return { written, stream: { isTTY, columns, write: (text: string) => written.push(text) > 0 } };
  };

  it('is one line that is removed at the end', () => {
    const { written, stream } = screen(true);
    const progress = notebookProgress(2, stream);
    progress.at('lessons/01.ipynb', { cell: 1, of: 9 });
    progress.at('lessons/02.ipynb', { cell: 3, of: 4 });
    progress.ended('lessons/01.ipynb');
    progress.hide();
    expect(written.map((text) => text.replace('\r', '').replace('\x1b[K', ''))).toEqual([
      '0 of 2 notebooks · 01 1/9',
      '0 of 2 notebooks · 01 1/9 · 02 3/4',
      '1 of 2 notebooks · 02 3/4',
      '',
    ]);
  });

  it('fits the screen, and prints nothing without a terminal', () => {
    const narrow = screen(true, 20);
    notebookProgress(1, narrow.stream).at('a-long-name-of-a-notebook.ipynb', { cell: 1, of: 2 });
    expect(narrow.written[0]?.replace('\r', '').replace('\x1b[K', '')).toHaveLength(19);
    const { written, stream } = screen(false);
    const progress = notebookProgress(1, stream);
    progress.at('a.ipynb', { cell: 1, of: 2 });
    progress.hide();
    expect(written).toEqual([]);
  });
});
