import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegularFile } from '../../src/util/index.js';
import { bundledScript } from '../support/bundled-script.js';
import { evaluate } from '../support/run-patchbay.js';

// Files of strangers that are no files, or that are too large: refused before they are read.
const folder = mkdtempSync(join(tmpdir(), 'regular-file-'));
const pathOf = (name: string) => join(folder, name);
const server = createServer();

beforeAll(async () => {
  mkdirSync(pathOf('folder'));
  execFileSync('mkfifo', [pathOf('pipe')]);
  writeFileSync(pathOf('large'), '');
  truncateSync(pathOf('large'), 300 * 2 ** 20);
  await new Promise<void>((resolve) => server.listen(pathOf('socket'), resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('a file of a stranger', () => {
  it('is read whole', () => {
    writeFileSync(pathOf('text'), 'some text');
    expect(readRegularFile(pathOf('text'), { max: 9 }).toString()).toBe('some text');
    expect(readRegularFile('/proc/self/status').toString()).toMatch(/^Name:/);
  });

  it.each([
    ['folder', 'it is a folder, not a file'],
    ['pipe', 'it is a pipe, not a file'],
    ['../../dev/zero', 'it is a device, not a file'],
    ['large', 'the file has 314,572,800 bytes; the limit is 16,777,216. Use a smaller file.'],
    ['socket', 'ENXIO'],
    ['none', 'ENOENT'],
  ])('that is %s is refused', (name, says) => {
    expect(() => readRegularFile(name.startsWith('..') ? '/dev/zero' : pathOf(name))).toThrow(says);
  });

  it('that says it is empty is read up to the limit', () => {
    expect(() => readRegularFile('/proc/self/maps', { max: 10 })).toThrow('has more than 10 bytes');
  });
});

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  import: ['import', 'FILE'],
  explain: ['explain', 'FILE'],
  replay: ['replay', 'FILE'],
  minimize: ['minimize', 'FILE', '-o', 'x.yaml'],
  export: ['export', 'FILE', '--to', 'ts'],
  'cassette show': ['cassette', 'show', 'FILE'],
  'cassette check': ['cassette', 'check', 'FILE'],
  'cassette redact': ['cassette', 'redact', 'FILE'],
  'a policy': [
    'cassette',
    'redact',
    join(import.meta.dirname, '../../fixtures/issues/stale-id/session.yaml'),
    '--policy',
    'FILE',
  ],
  ring: ['ring', '--document', 'FILE'],
  'notebook run': ['notebook', 'run', 'FILE'],
  'skills mcp-gateway': ['skills', 'mcp-gateway', '--config', 'FILE'],
  '--replay': ['--replay', 'FILE', '-e', '1'],
  '--from': ['--from', 'FILE', '-e', '1'],
};

describe.each(Object.entries(COMMANDS))('%s', (_command, words) => {
  it.each([
    ['pipe', /a pipe, not a file|not a regular file/],
    ['device', /a device, not a file|not a regular file/],
    ['large', /has 314,572,800 bytes/],
  ])('refuses a %s at once', async (kind, says) => {
    const file = kind === 'device' ? '/dev/zero' : pathOf(kind);
    const { code, out, err } = await evaluate(
      words.map((word) => (word === 'FILE' ? file : word)),
      { cwd: folder, env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder } },
    );
    expect(code).not.toBe(0);
    expect(out + err).toMatch(says);
  });
});

describe('standard input', () => {
  const script = bundledScript(join(import.meta.dirname, 'standard-input-child.ts'));

  it('is read to its end', () => {
    const input = 'a text\n'.repeat(100_000);
    expect(spawnSync(process.execPath, [script], { input, encoding: 'utf8' }).stdout).toBe('700000\n');
  });

  it('is refused while it is read, if it does not end', () => {
    const { stdout } = spawnSync('sh', ['-c', 'yes | "$0" "$1"', process.execPath, script], { encoding: 'utf8' });
    expect(stdout).toContain('the text has more than 1,000,000 bytes. Use a smaller text.');
  });
});
