import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { command } from './command.js';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'command-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'ticket.txt'),
  'curl https://space.example.com/api/relay/rest/queues -d \'{"name":"x"}\' -H \'Content-Type: application/json\'\n',
);
const fixture = join(root, 'fixtures', 'paging', 'queues.yaml');

// One of each way in which a command reads, writes and ends.
it.each([
  ['--version'],
  ['--help'],
  ['ring', '--help'],
  ['skils', 'list'],
  ['skills', 'list', '--json'],
  ['skills', 'run', 'datetime', 'get_current_date', '{"timezone":"Nowhere/Else"}'],
  ['cassette', 'show', fixture],
  ['cassette', 'diff', fixture, fixture],
  ['explain', 'missing.yaml'],
  ['import', 'ticket.txt', '-o', '-'],
  ['completion', 'bash'],
  ['replay', fixture],
  ['profile', 'list'],
  ['config', 'show'],
])('a command in the process of a test ends as in a process of its own: %s %s', async (...args) => {
  const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  expect(await command(args, { cwd: folder, env })).toEqual({ code: status, out: stdout, err: stderr });
});
