import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNotebook } from '../../src/kernel/index.js';

describe('running a notebook', () => {
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

  it('writes the outputs as Jupyter does; a second run finds them the same', async () => {
    write({ source: "console.log('a'); 1 + 1" }, { source: "throw new Error('meant')", tags: ['raises-exception'] });
    expect(await runNotebook(file, { inPlace: true, env: env() })).toEqual({ file, cells: 2, differences: [] });
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text).cells[0]).toMatchObject({
      execution_count: 1,
      outputs: [
        { name: 'stdout', output_type: 'stream', text: ['a\n'] },
        { data: { 'text/plain': ['2'] }, execution_count: 1, metadata: {}, output_type: 'execute_result' },
      ],
    });
    expect(text).toMatch(/^\{\n "cells": \[\n {2}\{/);
    expect(await runNotebook(file, { check: true, env: env() })).toMatchObject({ differences: [] });
    expect(readFileSync(file, 'utf8')).toBe(text);
  }, 60_000);

  it('says what differs, cell by cell', async () => {
    write({ source: '1', outputs: [{ data: { 'text/plain': ['2'] }, output_type: 'execute_result' }] });
    const { differences } = await runNotebook(file, { check: true, env: env() });
    expect(differences).toEqual([{ cell: 1, diff: '  [text/plain]\n- 2\n+ 1' }]);
  }, 60_000);

  it('stops at the first failing cell', async () => {
    write({ source: 'nowhere' }, { source: "console.log('never')" });
    const seen: number[] = [];
    const { failure } = await runNotebook(file, { onProgress: ({ cell }) => seen.push(cell), env: env() });
    expect(failure).toEqual({ cell: 1, text: 'ReferenceError: nowhere is not defined' });
    expect(seen).toEqual([1]);
  }, 60_000);

  it('runs in the folder of the notebook, without the credentials', async () => {
    write({ source: 'console.log(process.cwd()); process.env.PLATFORM_API_TOKEN' });
    const outputs: unknown[] = [];
    await runNotebook(file, { onProgress: (progress) => outputs.push(...progress.outputs), env: env() });
    expect(outputs).toEqual([{ name: 'stdout', output_type: 'stream', text: [`${folder}\n`] }]);
  }, 60_000);
});
