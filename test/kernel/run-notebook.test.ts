import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNotebook } from '../../src/kernel/index.js';
import { type Cell, readNotebook } from '../../src/kernel/run/notebook-file.js';

const notebookOf = (metadata: object) => JSON.stringify({ cells: [], metadata, nbformat: 4, nbformat_minor: 5 });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notebook-'));
  file = join(folder, 'lesson.ipynb');
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (...cells: { source: string; tags?: string[]; outputs?: unknown[] }[]) => {
  const code = cells.map(({ source, tags, outputs = [] }, index) => ({
    cell_type: 'code',
    execution_count: null,
    id: `cell-${index}`,
    metadata: tags ? { tags } : {},
    outputs,
    source: [source],
  }));
  writeFileSync(file, JSON.stringify({ cells: code, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
};
const env = () => ({ ...process.env, PATCHBAY_STATE_DIR: folder, PLATFORM_API_TOKEN: 'secret' });

describe('running a notebook', () => {
  it('writes the outputs, and a second run finds only the cell that differs', async () => {
    const lesson = join(import.meta.dirname, '..', '..', 'fixtures', 'paging', 'queues.yaml');
    const use = `import { platform, use } from 'patchbay/notebook'; await use({ replay: ${JSON.stringify(lesson)} });`;
    write(
      { source: "console.log('a'); 1 + 1" },
      { source: "throw new Error('meant')", tags: ['raises-exception'] },
      { source: 'console.log(process.cwd()); process.env.PLATFORM_API_TOKEN' },
      { source: 'Array.prototype.map = null' },
      { source: '[1].map((one) => one + 1)' },
      { source: "setTimeout(() => { throw new Error('late') }); await new Promise((done) => setTimeout(done, 20))" },
      { source: "void Promise.reject(new Error('lost')); 1" },
      { source: '2' },
      { source: use },
      { source: "(await platform.queues.create({ name: 'of my own' })).name" },
    );
    const run = await runNotebook(file, { inPlace: true, env: env() });
    expect(run).toMatchObject({ file, cells: 10, differences: [] });
    // A request that is not recorded continues in the sandbox, and the history of the user does not change.
    expect(run.failure).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['lesson.ipynb']);

    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text).cells[0]).toMatchObject({
      execution_count: 1,
      outputs: [
        { name: 'stdout', output_type: 'stream', text: ['a\n'] },
        { data: { 'text/plain': ['2'] }, execution_count: 1, metadata: {}, output_type: 'execute_result' },
      ],
    });
    expect(text).toMatch(/^\{\n "cells": \[\n {2}\{/);
    // It ran in the folder of the notebook, without the credentials.
    expect(run.outputs[2]).toEqual([{ name: 'stdout', output_type: 'stream', text: [`${folder}\n`] }]);
    // A cell replaced a built-in function.
    expect(JSON.stringify(run.outputs[4])).toContain('[ 2 ]');
    expect(run.unhandled).toEqual([
      { cell: 6, text: 'Uncaught exception: Error: late' },
      { cell: 7, text: 'Unhandled rejection: Error: lost' },
    ]);

    const stored = JSON.parse(text);
    stored.cells[7].outputs = [{ data: { 'text/plain': ['3'] }, output_type: 'execute_result' }];
    const changed = JSON.stringify(stored);
    writeFileSync(file, changed);
    // With `check`, a recording is strict.
    const { differences, failure } = await runNotebook(file, { check: true, env: env() });
    expect(differences.filter(({ cell }) => cell < 10)).toEqual([
      { cell: 8, begins: '2', diff: '  [text/plain]\n- 3\n+ 2' },
    ]);
    expect(failure?.text).toContain('the recording has no POST /api/relay/rest/queues');
    expect(readFileSync(file, 'utf8')).toBe(changed);
  }, 60_000);

  it('runs a notebook without cells', async () => {
    writeFileSync(file, notebookOf({ kernelspec: { name: 'patchbay-live', language: 'typescript' } }));
    expect(await runNotebook(file, { env: env() })).toMatchObject({ cells: 0 });
  }, 60_000);
});

describe('the errors of running a notebook', () => {
  it.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'the kernel died (SIGKILL)'],
    ['aborts', 'process.abort()', 'the kernel died (SIGABRT)'],
    ['really exits', 'process.reallyExit(4)', 'the kernel died ('], // with its code, or of what zeromq makes of it
  ])(
    'reports the cell in which a kernel %s, and keeps the earlier outputs',
    async (_, source, says) => {
      write({ source: "console.log('one')" }, { source, tags: ['raises-exception'] }, { source: '3' });
      const { failure } = await runNotebook(file, { inPlace: true, env: env() });
      expect(failure).toEqual({ cell: 2, text: expect.stringContaining(says) });
      expect(JSON.parse(readFileSync(file, 'utf8')).cells.map((cell: Cell) => cell.outputs?.length)).toEqual([1, 0, 0]);
    },
    60_000,
  );

  it('stops a cell that exceeds the time limit and reports it', async () => {
    write({ source: "console.log('on'); for (;;) {}" }, { source: '2' });
    const { failure } = await runNotebook(file, { timeoutMs: 1_500, env: env() });
    expect(failure).toEqual({ cell: 1, text: 'the cell exceeded the time limit of 1.5 s and was stopped' });
  }, 60_000);

  it('stops at the first failing cell, and removes old outputs of the cells after it', async () => {
    const old = [{ name: 'stdout', output_type: 'stream', text: ['old\n'] }];
    write({ source: 'nowhere', outputs: old }, { source: "const nowhere = 1; console.log('never')", outputs: old });
    const seen: number[] = [];
    const onProgress = ({ cell }: { cell: number }) => seen.push(cell);
    const { failure } = await runNotebook(file, { inPlace: true, onProgress, env: env() });
    expect(failure).toEqual({ cell: 1, text: 'ReferenceError: nowhere is not defined' });
    expect(seen).toEqual([1]);
    const [failed, behind] = JSON.parse(readFileSync(file, 'utf8')).cells;
    expect(failed.outputs).toMatchObject([{ ename: 'ReferenceError', output_type: 'error' }]);
    expect(failed.outputs[0].traceback.join()).toContain('In the saved notebook, it starts with `const nowhere = 1;');
    expect(behind).toMatchObject({ outputs: [], execution_count: null });
  }, 60_000);

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['a folder', '', 'is a folder'],
    ['another format', '{"nbformat":3,"worksheets":[]}', 'not a notebook in format 4'],
    [
      'of another kernel',
      notebookOf({ kernelspec: { name: 'python3', language: 'python' } }),
      'is for the kernel python3',
    ],
    ['of another language', notebookOf({ language_info: { name: 'R' } }), 'is written in R'],
    ['cells without a source', '{"nbformat":4,"cells":[{"cell_type":"code"}]}', 'not a notebook in format 4'],
  ])('rejects a file that is not a TypeScript notebook: %s', async (_what, text, says) => {
    if (text) writeFileSync(file, text);
    else mkdirSync(file);
    await expect(runNotebook(file)).rejects.toThrow(says);
  });

  it.each([
    ['ours', { kernelspec: { name: 'patchbay', language: 'typescript' } }],
    ['ours, live', { kernelspec: { name: 'patchbay-live', language: 'typescript' } }],
    ["tslab's", { kernelspec: { name: 'tslab', language: 'typescript' }, language_info: { name: 'typescript' } }],
    ["tslab's JavaScript", { kernelspec: { name: 'jslab', language: 'javascript' } }],
    ['nothing', {}],
  ])('accepts a notebook that names %s', (_, metadata) => {
    writeFileSync(file, notebookOf(metadata));
    expect(readNotebook(file).cells).toEqual([]);
  });
});
