import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportCase, exporters } from '../../src/cases/index.js';
import { parseCassette } from '../../src/cassette/index.js';
import { inspectFile } from '../../src/cli/cassette/inspect.js';
import { CASE_ACTS } from '../support/parsers/cases.js';
import type { OutsideParser } from '../support/parsers/index.js';

// What each command of the support desk does with the file of a recording. The input is the file's name and its text.

type Act = (text: string, file: string) => unknown;

const ACTS: Readonly<Record<string, Act>> = {
  inspect: inspected,
  ...Object.fromEntries(
    Object.entries(CASE_ACTS).map(([name, act]): [string, Act] => [
      name,
      (text, file) => act(parseCassette(text, file)),
    ]),
  ),
  ...Object.fromEntries(
    exporters.map(({ name }): [string, Act] => [
      `export to ${name}`,
      (text, file) => exportCase(parseCassette(text, file), name),
    ]),
  ),
};

function inspected(text: string, file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-recording-'));
  try {
    writeFileSync(join(folder, file), text);
    return inspectFile(join(folder, file), { columns: 80, env: {} });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const RECORDING_ACTS: readonly OutsideParser[] = Object.entries(ACTS).map(([name, act]) => ({
  name: `the file of a recording: ${name}`,
  files: [],
  ordinary: () => '',
  parse(input) {
    const end = input.indexOf('\n');
    return act(input.subarray(end + 1).toString(), input.subarray(0, end).toString());
  },
}));
