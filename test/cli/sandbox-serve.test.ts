import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, controlOf } from '../sandbox/support/control.js';
import { command } from '../support/command.js';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sandbox-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' };
const sandboxArgs = (args: readonly string[]) => [join(root, 'dist/cli.js'), 'sandbox', '--json', ...args];

interface Line extends Account {
  readonly signing_key: string;
  readonly inspector: string;
  readonly pid: number;
}

async function firstLine(child: ChildProcess): Promise<Line> {
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error('the server printed nothing');
}

/** Serves a sandbox in a process of its own. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, sandboxArgs(args), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await firstLine(child);
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    await once(child, 'close');
  };
  return { ...controlOf(line), line, stop };
}

const names = async ({ platform }: ReturnType<typeof controlOf>) =>
  (await platform.queues.list({ page_size: 100 })).data.map(({ friendly_name }) => friendly_name);

describe('patchbay sandbox', () => {
  it('prints one line of JSON, and writes the variables to a file whose other lines stay', async () => {
    writeFileSync(join(folder, 'test.env'), 'MINE=1\nexport PLATFORM_SPACE=old\n');
    const { line, call } = await serve('--write-env', 'test.env');
    expect(line).toEqual({
      ...{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), project: expect.any(String) },
      ...{ token: expect.stringMatching(/^PT/), signing_key: expect.stringMatching(/^PSK_/), pid: expect.any(Number) },
      inspector: expect.stringContaining('/_patchbay/open/'),
    });
    expect(readFileSync(join(folder, 'test.env'), 'utf8')).toBe(
      `MINE=1\nPLATFORM_SPACE=${line.url}\nPLATFORM_PROJECT_ID=${line.project}\nPLATFORM_API_TOKEN=${line.token}\nPLATFORM_SIGNING_KEY=${line.signing_key}\n`,
    );
    if (process.platform !== 'win32') expect(statSync(join(folder, 'test.env')).mode & 0o777).toBe(0o600);
    expect(await call('POST', '/projects', {})).toMatchObject({ status: 409 });
  });

  it('keeps the state of all projects, also if it is killed, and the token', async () => {
    const first = await serve('--projects', '--state', 'state.json', '--write-env', 'new.env');
    // Node.js refuses the missing file of an option --env-file, also behind the name of the program.
    expect(readFileSync(join(folder, 'new.env'), 'utf8')).toContain(`PLATFORM_API_TOKEN=${first.token}\n`);
    const worker = controlOf((await first.call('POST', '/projects', { empty: true })).body);
    await worker.platform.queues.create({ name: 'of the worker' });
    await first.platform.queues.create({ name: 'kept through a kill' });
    const stored = () => readFileSync(join(folder, 'state.json'), 'utf8');
    await expect.poll(stored, { timeout: 10_000 }).toContain('kept through a kill');
    await expect.poll(stored, { timeout: 10_000 }).toContain('of the worker');
    await first.stop('SIGKILL');
    const second = await serve('--projects', '--state', 'state.json');
    expect([second.project, second.token]).toEqual([first.project, first.token]);
    expect(await names(second)).toContain('kept through a kill');
    expect(await names(controlOf({ ...worker, url: second.url }))).toEqual(['of the worker']);
    await second.platform.queues.create({ name: 'at the end' });
    await second.stop();
    expect(stored()).toContain('at the end');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600);
  });

  it('lets one server at a time use a state file', async () => {
    await serve('--state', 'shared.json');
    expect(await command(['sandbox', '--state', 'shared.json'], { cwd: folder, env })).toMatchObject({
      code: expect.toBeOneOf([1, 2]),
      err: expect.stringMatching(/shared\.json .*(in use|used by)/),
    });
  });

  it('ends with its parent if it should', async () => {
    const start = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify(sandboxArgs(['--exit-with-parent']))}, { stdio: ['ignore', 'inherit', 'inherit'] });
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', start], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const { pid, url } = await firstLine(parent);
    expect((await fetch(`${url}/_patchbay/api/health`)).status).toBe(200);
    parent.kill('SIGKILL');
    const isRunning = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false);
  });

  it('listens for other machines only with a strong token, and accepts the allowed host names', async () => {
    expect(await command(['sandbox', '--host', '0.0.0.0', '--token', 'secret'], { cwd: folder, env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('token is too weak'),
    });
    const { url, call } = await serve('--host', '0.0.0.0', '--allowed-host', 'patchbay', '--projects');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(await call('POST', '/projects', { token: 'passwordpassword' })).toMatchObject({ status: 422 });
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const asked = request(`${url}/_patchbay/api/health`, { headers: { host } }, ({ statusCode }) =>
          resolve(statusCode),
        );
        asked.on('error', reject).end();
      });
    expect([await statusFor('patchbay'), await statusFor('evil.example')]).toEqual([200, 421]);
  });

  it.each([
    ['not JSON', '{', 'it is not JSON'],
    ['of another kind', '{"version":1}', 'patchbay_state must be 1'],
    ['without projects', '{"patchbay_state":1,"projects":[]}', 'projects must be a list'],
    ['with a damaged project', '{"patchbay_state":1,"projects":[{"project":1}]}', 'projects[0]'],
  ])('refuses a state file that is %s, and keeps it', async (_, content, problem) => {
    writeFileSync(join(folder, 'damaged.json'), content);
    const { code, err } = await command(['sandbox', '--state', 'damaged.json'], { cwd: folder, env });
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
    expect(readFileSync(join(folder, 'damaged.json'), 'utf8')).toBe(content);
  });
});
