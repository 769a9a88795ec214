import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain, exportCase, exporters, minimize, replay } from '../../src/cases/index.js';
import { parseCassette } from '../../src/cassette/index.js';
import { inspectFile } from '../../src/cli/cassette/inspect.js';
import type { OutsideParser } from '../support/parsers/index.js';

// What each command of the support desk does with the file of a recording. The input is the file's name and its text.

type Act = (text: string, file: string) => unknown;

/** A search for the smallest recording takes as long as the user lets it. Here, it is stopped as by Ctrl-C. */
const SEARCH_MS = 200;

const ACTS: Readonly<Record<string, Act>> = {
  inspect: inspected,
  explain: (text, file) => explain(parseCassette(text, file)),
  replay: (text, file) => replay(parseCassette(text, file)),
  minimize: (text, file) => minimize(parseCassette(text, file), { signal: AbortSignal.timeout(SEARCH_MS) }),
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
    const [file = '', ...lines] = input.toString().split('\n');
    return act(lines.join('\n'), file);
  },
}));
