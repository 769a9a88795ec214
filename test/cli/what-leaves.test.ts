import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLIENTS, DATAGRAM_CLIENTS, programFor } from '../support/clients.js';
import { counter } from '../support/counter.js';
import { COMPILED } from '../support/run-patchbay.js';

// What code of the user's can reach. 0.0.0.0 is not a loopback address, and yet it leads to the counter on loopback: a
// connection that is not refused is counted, and none of them leaves the machine.
vi.setConfig({ testTimeout: 120_000 });
const ELSEWHERE = '0.0.0.0';
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'what-leaves-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
let listener: Awaited<ReturnType<typeof counter>>;
beforeAll(async () => {
  listener = await counter();
});
afterAll(() => {
  listener.close();
  rmSync(folder, { recursive: true });
});

interface Run {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
}

async function node(args: readonly string[], { stdin = '', env = {} }: Run = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^PLATFORM_|_proxy$/i.test(name));
  const child = spawn(process.execPath, args, {
    cwd: folder,
    timeout: 60_000,
    env: { ...Object.fromEntries(inherited), PATCHBAY_STATE_DIR: folder, NO_COLOR: '1', ...COMPILED, ...env },
  });
  child.stdin.end(stdin);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}
const patchbay = (args: readonly string[], run?: Run) => node([join(root, 'dist', 'cli.js'), ...args], run);
const aimedAt = (host: string, code: string) => programFor(code, host, listener.port);
const LIVE = { PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 'token-token', PLATFORM_SPACE: 'space.example' };
const all = { ...CLIENTS, ...DATAGRAM_CLIENTS };

const NAMES = Object.keys(all);

/** Runs all programs in one process, each with its own counter. Returns the names of those that reached it. */
async function reaching(host: string, run: (file: string, files: readonly string[]) => Promise<{ err: string }>) {
  const counters = await Promise.all(NAMES.map(() => counter()));
  const files = Object.values(all).map((code, index) => {
    const file = join(folder, `client-${index}.mjs`);
    writeFileSync(file, programFor(code, host, counters[index]?.port ?? 0));
    return file;
  });
  const together = join(folder, 'together.mjs');
  const settled = `await Promise.allSettled(${JSON.stringify(files)}.map((file) => import(file))); process.exit();`;
  writeFileSync(together, settled);
  const { err } = await run(together, files);
  const reached = NAMES.filter((_, index) => (counters[index]?.take() ?? 0) > 0);
  for (const one of counters) one.close();
  return { reached, err };
}

it('each client reaches an address in plain Node.js', async () => {
  const { reached, err } = await reaching(ELSEWHERE, (file) => node([file]));
  expect(reached, err).toEqual(NAMES);
});

const get = "import http from 'node:http'; await new Promise((done, fail) => http.get(URL, done).on('error', fail));";
const program = () => get.replace('URL', `'http://${ELSEWHERE}:${listener.port}/'`);

describe('offline', () => {
  const REFUSED = /0\.0\.0\.0(:\d+)? is not on this machine. Without --live, no request leaves this machine/;
  // These two do not report why they failed.
  const SILENT = ['undici.WebSocket', 'undici.EventSource'];

  it('each client reaches nothing, in one process with the others', async () => {
    let said: readonly string[] = [];
    const { reached, err } = await reaching(ELSEWHERE, async (_, files) => {
      const imports = `await Promise.allSettled(${JSON.stringify(files)}.map((file) => import(file)))`;
      const inspected = `(${imports}).map(({ reason }) => require('node:util').inspect(reason))`;
      const { out, err } = await patchbay(['--json', '-e', `const said = ${inspected}; said`]);
      said = JSON.parse(out);
      return { err };
    });
    expect(reached, err).toEqual([]);
    for (const [index, name] of NAMES.entries())
      expect([name, said[index]]).toEqual([name, expect.stringMatching(SILENT.includes(name) ? /./ : REFUSED)]);
  });

  it.each(Object.entries(all))('%s reaches nothing, even at the start', async (name, code) => {
    const { code: status, err } = await patchbay(['-e', aimedAt(ELSEWHERE, code)]);
    expect(listener.take(), err).toBe(0);
    expect(status, err).toBe(1);
    if (!SILENT.includes(name)) expect(err).toMatch(REFUSED);
  });

  it.each(['127.0.0.1', 'localhost'])('each client reaches %s', async (host) => {
    const { reached, err } = await reaching(host, (file) => patchbay(['run', file]));
    expect(reached, err).toEqual(NAMES);
    expect(err).not.toContain('--live');
  });

  // Node.js reads any text after `%` as a zone, and does not look such a host up.
  it.each(['::ffff:0.0.0.0%lo', '::%lo', '::ffff:0.0.0.0%.localhost', '2001:db8::1%.localhost'])(
    'an address with a zone reaches nothing: %s',
    async (host) => {
      const options = JSON.stringify({ host, port: listener.port });
      const program = `import { connect } from 'node:net';
        await new Promise((done, fail) => connect(${options}, done).on('error', fail));`;
      const { code, err } = await patchbay(['-e', program]);
      expect(err).toContain('Without --live, no request leaves this machine');
      expect([code, listener.take()]).toEqual([1, 0]);
    },
  );

  it.each(['addMembership("224.0.0.251")', 'addSourceSpecificMembership("192.0.2.1", "232.1.2.3")'])(
    'a socket joins no group: %s',
    async (join) => {
      const { code, err } = await patchbay([
        '-e',
        `import { createSocket } from 'node:dgram'; const socket = createSocket('udp4');
        await new Promise((done) => socket.bind(0, done)); try { socket.${join}; } finally { socket.close(); }`,
      ]);
      expect(err).toContain('Without --live, no request leaves this machine');
      expect(code).toBe(1);
    },
  );

  it.each([
    ['a file', (file: string) => patchbay(['run', file])],
    ['a pipe', () => patchbay([], { stdin: program() })],
    ['a replay', () => patchbay(['--replay', join(root, 'fixtures/paging/queues.yaml'), '-e', program()])],
  ])('restricts %s too', async (_name, run) => {
    const file = join(folder, 'leaves.ts');
    writeFileSync(file, program());
    const { code, err } = await run(file);
    expect(err).toContain('Without --live, no request leaves this machine');
    expect([code, listener.take()]).toEqual([1, 0]);
  });
});

describe('offline, beyond code', () => {
  it('restricts a notebook too', async () => {
    const source = `${program()}.catch(() => 'refused')`
      .replace('await new', 'await (new')
      .replace('.catch', ').catch');
    const cell = { cell_type: 'code', execution_count: 1, id: 'a', metadata: {}, outputs: [], source: [source] };
    const file = join(folder, 'leaves.ipynb');
    writeFileSync(file, JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    await patchbay(['notebook', 'run', file]);
    expect(listener.take()).toBe(0);
  });

  it('restricts a skill in a folder when it runs, is shown and is listed', async () => {
    const skills = join(folder, 'skills');
    const leave = `fetch('http://${ELSEWHERE}:${listener.port}/').catch(() => {})`;
    mkdirSync(join(skills, 'leaving'), { recursive: true });
    writeFileSync(
      join(skills, 'leaving', 'skill.ts'),
      `import { SkillBase } from 'patchbay/skills';
      import { get } from 'node:http';
      get('http://${ELSEWHERE}:${listener.port}/').on('error', () => {});
      ${leave};
      export class Leaving extends SkillBase {
        static override SKILL_NAME = 'leaving';
        static override SKILL_DESCRIPTION = 'Sends requests.';
        async setup() { await ${leave}; return true; }
        register_tools() {}
      }`,
    );
    for (const action of [['list'], ['show', 'leaving'], ['run', 'leaving', 'none']]) {
      await patchbay(['skills', ...action, '--skills', skills]);
      expect([action[0], listener.take()]).toEqual([action[0], 0]);
    }
  });

  it.each([
    ['axios', "import axios from 'axios'; await axios.get('http://elsewhere.example/');"],
    ['a client that names it', "await fetch('http://127.0.0.1:PORT/');"],
  ])('does not let %s use the proxy of HTTP_PROXY', async (_name, code) => {
    const env = { HTTP_PROXY: `http://127.0.0.1:${listener.port}`, http_proxy: `http://127.0.0.1:${listener.port}` };
    const { err } = await patchbay(['-e', aimedAt('127.0.0.1', code)], { env });
    expect(err).toContain(`127.0.0.1:${listener.port} is a proxy to other machines`);
    expect(listener.take()).toBe(0);
  });

  it('connects local names to loopback addresses only, whatever DNS returns', async () => {
    const at = (address: string, family: number) =>
      `import { connect } from 'node:net';
      const lookup = (name, options, done) => options.all ? done(null, [{ address: '${address}', family: ${family} }]) : done(null, '${address}', ${family});
      await new Promise((done, fail) => connect({ port: ${listener.port}, host: 'app.localhost', lookup }, done).on('error', fail));
      process.exit();`;
    const away = await patchbay(['-e', at(ELSEWHERE, 4)]);
    expect(away.err).toContain(`app.localhost is at ${ELSEWHERE}, which is not a loopback address`);
    expect(listener.take()).toBe(0);
    const near = await patchbay(['-e', at('127.0.0.1', 4)]);
    expect([near.code, listener.take()], near.err).toEqual([0, 1]);
  });

  it('sends no DNS request', async () => {
    const servers = `['127.0.0.1:${listener.port}']`;
    const code = `
      import dns, { Resolver } from 'node:dns';
      import { Resolver as Promised, resolveTxt } from 'node:dns/promises';
      import { promisify } from 'node:util';
      const one = new Resolver({ timeout: 200, tries: 1 }); one.setServers(${servers});
      const two = new Promised({ timeout: 200, tries: 1 }); two.setServers(${servers});
      const messages = await Promise.all([
        promisify(one.resolve4.bind(one))('secret.example'),
        two.resolve('secret.example', 'TXT'),
        resolveTxt('secret.example'),
        dns.promises.reverse('203.0.113.9'),
        dns.promises.lookup('secret.example'),
        promisify(dns.lookup)('secret.example'),
        promisify(dns.lookupService)('203.0.113.9', 80),
      ].map((query) => query.then(() => 'answered', ({ kind }) => kind)));
      const near = [(await promisify(dns.lookup)('localhost')).family, await dns.promises.lookup('203.0.113.9')];
      [...new Set(messages), ...near];`;
    const { out, err } = await patchbay(['--json', '-e', code]);
    expect(listener.take()).toBe(0);
    expect(JSON.parse(out), err).toEqual(['not_allowed', expect.any(Number), { address: '203.0.113.9', family: 4 }]);
  });
});

it('live, each client reaches other machines', async () => {
  const { reached, err } = await reaching(ELSEWHERE, (file) => patchbay(['run', '--live', file], { env: LIVE }));
  expect(reached, err).toEqual(NAMES);
});
