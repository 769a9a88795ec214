import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPILED } from '../support/run-patchbay.js';

const root = join(import.meta.dirname, '..', '..');
const recording = join(root, 'fixtures/issues/stale-id/session.yaml');
const lesson = join(root, 'notebooks/01-first-call.ipynb');

const limited = (files: number, args: readonly string[]) =>
  new Promise<{ code: unknown; err: string }>((resolve) => {
    const words = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, join(root, 'dist/cli.js'), ...args];
    const env = { PATH: process.env.PATH, HOME: tmpdir(), NO_COLOR: '1', ...COMPILED };
    execFile('sh', words, { env }, (error, _, err) => resolve({ code: error?.code ?? 0, err }));
  });

// The commands that need most files at once: the process that they start loads its modules in parallel.
describe.skipIf(process.platform === 'win32').concurrent('a process with few open files', () => {
  it.each([
    ['notebook run', ['notebook', 'run', lesson]],
    ['replay --run', ['replay', recording, '--run', '--yes']],
    ['code', ['-e', '1 + 1']],
  ])('works, or reports that in one line: %s', async (_, args) => {
    const { code, err } = await limited(40, args);
    expect(err).not.toMatch(/^\s+at |^Node\.js v|EMFILE/m);
    if (code === 0) return;
    // The code of a recording is shown before it runs.
    expect(err.slice(err.lastIndexOf('\n\n') + 1)).toMatch(
      /^\n?[^\n]*: too many open files\. Raise the limit: ulimit -n 1024\n$/,
    );
  });
});
