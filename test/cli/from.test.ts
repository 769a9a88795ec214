import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'from-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'x', redaction: 'none' };
const entry = (method: string, path: string, json?: object) => ({
  kind: 'http',
  request: { method, url: `https://acme.example.com${path}` },
  response: { status: json ? 200 : 204, ...(json && { body: { json } }) },
});
const documents = [
  header,
  entry('GET', '/api/relay/rest/queues/queue-1', { id: 'queue-1', friendly_name: 'support', max_size: 20 }),
  entry('DELETE', '/api/project/tokens/token-1'),
];
writeFileSync(join(folder, 'case.ndjson'), documents.map((one) => JSON.stringify(one)).join('\n'));
writeFileSync(join(folder, 'script.ts'), "console.log((await platform.queues.get('queue-1')).friendly_name)");

function patchbay(...args: string[]) {
  const env = { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it.each([
  [
    '-e',
    ['--from', 'case.ndjson', '--json', '-e', "(await platform.queues.get('queue-1')).friendly_name"],
    '"support"\n',
  ],
  ['run', ['run', '--from', 'case.ndjson', 'script.ts'], 'support\n'],
])('starts the sandbox of %s with the resources of a recording, and names what is missing', (_, args, stdout) => {
  const result = patchbay(...args);
  expect(result).toMatchObject({ status: 0, stdout });
  expect(result.stderr).toContain('1 resource of /api/project/tokens cannot be populated');
});

it('refuses --from together with --live or --replay', () => {
  for (const mode of [['--live'], ['--replay', 'case.ndjson']])
    expect(patchbay('--from', 'case.ndjson', ...mode, '-e', '1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--from fills the sandbox, so it cannot be used with --replay or --live'),
    });
});
