import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'missing-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function patchbay(...args: string[]) {
  const env = {
    ...process.env,
    PATCHBAY_STATE_DIR: folder,
    PATCHBAY_CONFIG_DIR: folder,
    NO_COLOR: '1',
    EDITOR: 'true',
  };
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env });
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const COMMANDS = [
  '--replay nope.yaml -e 1',
  'run nope.ts',
  'run --replay nope.yaml nope.ts',
  'cassette list nope.yaml',
  'cassette show nope.yaml',
  'cassette check nope.yaml',
  'cassette diff nope.yaml nope.yaml',
  'cassette redact nope.yaml',
  'cassette redact --policy nope.policy nope.yaml',
  'cassette edit nope.yaml',
  'notebook run nope.ipynb',
  'notebook run --check nope.ipynb',
  'kernel start nope.json',
  'config show',
  'config allow',
  'skills list --skills nope',
  'skills list --project nope',
  'skills run datetime get_current_time --replay nope.yaml',
  'skills index nope',
  'skills serve-index nope.swsearch',
  'skills mcp-gateway --config nope.json',
];

describe('a file that does not exist', () => {
  it.each(COMMANDS)('is wrong usage in: patchbay %s', async (line) => {
    const { code, out, err } = await patchbay(...line.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/does not exist|there is no such file|not a directory|has no patchbay\.config\.ts/);
    expect(err).not.toMatch(/ENOENT|\n\s+at /);
  });
});

it('names a folder in place of a script', async () => {
  expect(await patchbay('run', '.')).toMatchObject({
    code: 2,
    err: expect.stringContaining('. is a folder. Give a file: patchbay run FILE.ts'),
  });
});
