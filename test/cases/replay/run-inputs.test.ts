import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inputTrust } from '../../../src/bench/index.js';
import { openCassette, parseCassette, toNdjson } from '../../../src/cassette/index.js';
import { COMPILED } from '../../support/run-patchbay.js';

const cli = join(import.meta.dirname, '../../../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'run-inputs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SECRETS = {
  PLATFORM_PROJECT_ID: 'project-of-the-parent',
  PLATFORM_API_TOKEN: 'token-of-the-parent',
  PLATFORM_SPACE: 'space.example.com',
  WEATHER_API_KEY: 'key-of-the-parent',
  HTTP_PROXY: 'http://user:password-of-the-parent@127.0.0.1:9',
  NODE_OPTIONS: '--max-old-space-size=2048',
};
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  ...COMPILED,
  PATCHBAY_STATE_DIR: folder,
  PATCHBAY_CONFIG_DIR: folder,
  NO_COLOR: '1',
};
const SETTINGS = { cwd: folder, env: { ...env, ...SECRETS }, encoding: 'utf8' } as const;
const run = (...args: string[]) => spawnSync(process.execPath, [cli, 'replay', ...args], SETTINGS);

const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const write = (name: string, recording: Parameters<typeof toNdjson>[0]) =>
  writeFileSync(join(folder, name), toNdjson(recording));

/** A recording with these inputs, and one exchange that none of them sends. */
function withInputs(name: string, ...sources: string[]) {
  const inputs = sources.map((source) => ({ kind: 'input', source }));
  const text = [HEADER, ...inputs].map((one) => JSON.stringify(one)).join('\n');
  write(name, parseCassette(text, name));
  return name;
}

const STORY = `%% 1
const queue = await platform.queues.create({ name: 'night' } as const)
%% 2
await platform.queues.update(queue.id, { max_size: 7 })
%% 3
await platform.queues.get('nope')
%% 4
enum Size { big = 9 }; platform.queues.update(queue.id, { max_size: Size.big })
%% 5
(await platform.phone_numbers.list()).data.length &`;

describe('patchbay replay --run', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'story.txt'), STORY);
    const inputs = STORY.split(/^%% \d\n/m).slice(1);
    // As the bench records a session: a saved script would hold the inputs in one piece.
    const script = `// Typed at a prompt of Patchbay: each %% begins an input. Run it with: patchbay run FILE\n\n${inputs
      .map((source, at) => `// %% ${at + 1}\n${source.trim()}\n`)
      .join('\n')}`;
    writeFileSync(
      join(folder, 'story.ts'),
      script.replace("await platform.queues.get('nope')", "await platform.queues.get('nope').catch(() => {})"),
    );
    const recorded = spawnSync(process.execPath, [cli, 'run', '--record', 'all.ndjson', 'story.ts'], {
      ...SETTINGS,
      env,
    });
    if (recorded.status !== 0) throw new Error(recorded.stderr);
    const { header, documents } = openCassette(join(folder, 'all.ndjson'));
    const { seed: _, ...imported } = header;
    const typed = inputs.map((source) => ({ kind: 'input' as const, source: source.trim() }));
    write('story.ndjson', {
      header: imported,
      documents: [...typed, ...documents.filter(({ kind }) => kind === 'http')],
    });
  });

  it('shows the code, evaluates it on a populated sandbox, and compares by operation', () => {
    const { status, stdout, stderr } = run('story.ndjson', '--run', '--yes');
    expect(stderr).toContain(
      "story.ndjson contains 5 inputs:\n\n  1 | const queue = await platform.queues.create({ name: 'night' } as const)\n",
    );
    // The error of input 3 is part of the session.
    expect(stderr).toMatch(/queues\.get/);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: [
        '   1 same      queues.create 201',
        '   2 same      queues.update 200',
        '   3 same      queues.get 404',
        '   4 same      queues.update 200',
        '   5 same      phone_numbers.list 200',
        '5 same, 0 different\n',
      ].join('\n'),
    });
  });

  it('exits with 3 if the code sends something else, more, or less', () => {
    const { header, documents } = openCassette(join(folder, 'story.ndjson'));
    const changed = JSON.stringify(documents)
      .replace('{ max_size: 7 }', '{ max_size: 8 }')
      .replace("await platform.queues.get('nope')", 'await platform.queues.list()');
    write('other.ndjson', { header, documents: JSON.parse(changed) });
    const { status, stdout } = run('other.ndjson', '--run', '--yes');
    expect(status).toBe(3);
    expect(stdout).toContain('   2 different queues.update 200\n');
    expect(stdout).toContain('   3 different queues.get 404 → not sent\n');
    expect(stdout).toContain('   + different queues.list 200\n');
    expect(stdout).toContain('first difference: 2 queues.update\n  request.body.max_size\n    - 7\n    + 8\n');
    expect(stdout).toContain('3 same, 3 different\n');
    const json = JSON.parse(run('other.ndjson', '--run', '--yes', '--json').stdout);
    expect(json).toMatchObject({
      isSame: false,
      requests: expect.arrayContaining([expect.objectContaining({ exchange: 2 })]),
    });
  });

  it('sends the requests of plain fetch to the sandbox if their host is mapped', () => {
    const map = ['--map', 'https://customer.example=sandbox'];
    const headers = "{ authorization: 'Basic ' + btoa('customer:PTsecretsecret'), 'content-type': 'application/json' }";
    const sent = `{ method: 'POST', headers: ${headers}, body: '{"name":"night"}' }`;
    writeFileSync(
      join(folder, 'plain.ts'),
      `console.log((await fetch('https://customer.example/api/relay/rest/queues', ${sent})).status)\n`,
    );
    const recorded = spawnSync(process.execPath, [cli, 'run', ...map, '--record', 'plain.yaml', 'plain.ts'], {
      ...SETTINGS,
      env,
    });
    expect(recorded.status).toBe(0);
    const without = run('plain.yaml', '--run', '--yes');
    expect(without.status).toBe(3);
    expect(without.stderr).toContain(
      '→ if customer.example stands for the platform, add --map https://customer.example=sandbox\n',
    );
    const { status, stdout } = run('plain.yaml', '--run', '--yes', ...map);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '   1 same      queues.create 201\n1 same, 0 different\n',
    });
  });

  it('runs nothing without a terminal, and names the fix', () => {
    const file = withInputs('ask.ndjson', "console.log('evaluated')");
    const { status, stdout, stderr } = run(file, '--run');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain("  1 | console.log('evaluated')\n");
    expect(stderr).toContain(
      'no code was run: without a terminal, you cannot confirm it. Read the code above, then run: patchbay replay ask.ndjson --run --yes',
    );
    expect(stderr.match(/^evaluated/m)).toBeNull();
  });

  it('runs code that was trusted before, until it changes', async () => {
    vi.stubEnv('PATCHBAY_CONFIG_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = withInputs('trusted.ndjson', "console.log('one')", "console.log('two')");
    (await inputTrust(join(folder, file), ["console.log('one')", "console.log('two')"])).allow();
    expect(run(file, '--run')).toMatchObject({ status: 0, stderr: 'one\ntwo\n' });
    withInputs(file, "console.log('one')", "console.log('three')", '4');
    const { status, stderr } = run(file, '--run');
    expect(status).toBe(2);
    expect(stderr).toContain('since you trusted it: input 2 changed\nsince you trusted it: input 3 is new\n');
    expect(stderr).not.toMatch(/^one/m);
  });

  it('shows code that a line separator or a carriage return hides behind a comment', () => {
    const file = withInputs('hidden.ndjson', '// one\u2028two()', '// three\rfour()', '// \u202efive');
    const { stderr } = run(file, '--run');
    expect(stderr).toContain('  1 | // one\n    | two()\n  2 | // three\n    | four()\n  3 | // five\n');
  });

  it.each([
    [['story.ndjson', '--run', '--live'], '--run uses a sandbox'],
    [['story.ndjson', '--run', '--url', 'http://127.0.0.1:1'], '--run uses a sandbox'],
    [['story.ndjson', '--timeout', '5'], '--timeout and --map need --run'],
    [['story.ndjson', '--run', '--timeout', 'soon'], '--timeout must be a number of seconds'],
    [['all.ndjson', '--run'], 'all.ndjson contains no inputs'],
  ])('refuses %j', (args, message) => {
    if (args[0] === 'all.ndjson') {
      const { header, documents } = openCassette(join(folder, 'all.ndjson'));
      write('all.ndjson', { header, documents: documents.filter(({ kind }) => kind === 'http') });
    }
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('the process of patchbay replay --run', () => {
  it('has no variable of the parent with a secret', () => {
    const file = withInputs(
      'env.ndjson',
      'console.log(JSON.stringify(process.env))',
      'console.log(process.argv.join(" "), process.execArgv.join(" "))',
    );
    const { stderr } = run(file, '--run', '--yes');
    expect(stderr).toMatch(/"NO_COLOR":"1"/);
    for (const [name, value] of Object.entries(SECRETS)) {
      expect(stderr).not.toContain(name);
      expect(stderr).not.toContain(value);
    }
  });

  it('reaches no server, not even on this machine, with any client', async () => {
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const at = `http://127.0.0.1:${port}`;
    const file = withInputs(
      'net.ndjson',
      `await fetch('${at}/fetch').catch((error) => console.log('fetch', error.cause?.message))`,
      `await new Promise((done) => require('node:http').get('${at}/http').on('error', (error) => done(console.log('http', error.message))))`,
      `await new Promise((done) => require('node:net').connect(${port}, 'localhost').on('error', (error) => done(console.log('net', error.message))))`,
      `await new Promise((done) => require('node:dgram').createSocket('udp4').send('x', ${port}, (error) => done(console.log('udp', error?.message))))`,
      `await new RestClient({ host: '${at}', project: 'p', token: 'abc-token-xyz', retries: 0 }).queues.list().catch((error) => console.log('client', error.message))`,
      `try { require('node:http').createServer().listen(0) } catch (error) { console.log('listen', error.message) }`,
      `globalThis[Symbol.for('patchbay.sealed')] = false; delete globalThis[Symbol.for('patchbay.sealed')]`,
      `globalThis[Symbol.for('patchbay.egress')] = { egress: 'open' }; await fetch('${at}/open').catch(() => console.log('sealed'))`,
      `console.log('sandbox', (await platform.queues.list()).data.length)`,
    );
    const child = spawn(process.execPath, [cli, 'replay', file, '--run', '--yes'], { cwd: folder, env });
    const [err] = await Promise.all([text(child.stderr), once(child, 'close')]);
    server.close();
    const printed = err.slice(err.lastIndexOf(' | '));
    expect(hits).toEqual([]);
    for (const client of ['fetch', 'http', 'net', 'udp'])
      expect(printed).toMatch(new RegExp(`^${client} .*this process has no network`, 'm'));
    expect(printed).toMatch(/^client .*this process has no network/m);
    expect(printed).toMatch(/^listen this process has no network: it listens on no port$/m);
    expect(printed).toMatch(/^sealed$/m);
    expect(printed).toMatch(/^sandbox 0$/m);
  });

  it('reads no file of the user, starts no process or thread, and sends no signal', () => {
    writeFileSync(join(folder, 'private.txt'), 'private-text');
    const attempts = {
      file: `require('node:fs').readFileSync('${join(folder, 'private.txt')}', 'utf8')`,
      parent: "require('node:fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8')",
      write: `require('node:fs').writeFileSync('${join(folder, 'written.txt')}', 'x')`,
      process: "require('node:child_process').execSync('id').toString()",
      thread: "new (require('node:worker_threads').Worker)('1', { eval: true })",
      binding: "process.binding('tcp_wrap')",
      signal: 'process.kill(process.ppid, 0)',
      raw: 'process._kill(process.ppid, 0)',
      debug: 'process._debugProcess(process.ppid)',
    };
    const file = withInputs(
      'files.ndjson',
      ...Object.entries(attempts).map(
        ([name, code]) =>
          `try { console.log('${name} got', ${code}) } catch (error) { console.log('${name}', error.code) }`,
      ),
    );
    const { stderr } = run(file, '--run', '--yes');
    for (const name of Object.keys(attempts)) expect(stderr).toContain(`\n${name} ERR_ACCESS_DENIED`);
    expect(stderr).not.toContain('private-text');
  });

  it('ends with process.exit, and names the input', () => {
    const file = withInputs('exit.ndjson', 'await platform.queues.list()', 'process.exit(7)', 'console.log("later")');
    const { status, stdout, stderr } = run(file, '--run', '--yes');
    expect(stderr).toContain('patchbay: input 2 ended the process (7)\n');
    expect(stdout).toContain('   + different queues.list 200\n');
    expect(status).toBe(3);
  });

  it.each([
    ['an invalid exchange', `'{"kind":"exchange","input":1,"document":null}\\n'`, 'reported an invalid exchange'],
    ['an endless report', `' '.repeat(2 ** 26 + 1)`, 'sent a report that is too long'],
  ])('ends code that forges %s', (_, forged, ended) => {
    const source = `process.getBuiltinModule('node:fs').writeSync(3, ${forged}); while (true) {}`;
    const file = withInputs('forged.ndjson', source);
    const { status, stderr } = run(file, '--run', '--yes');
    expect(stderr).toContain(`patchbay: input 1 ${ended}\n`);
    expect(status).toBe(1);
  });

  it.each([
    ['a loop', 'while (true) {}'],
    ['a promise', 'await new Promise(() => setInterval(() => {}, 1000))'],
  ])('stops %s that does not end', (_, source) => {
    const file = withInputs('loop.ndjson', 'console.log("first")', source);
    const { status, stderr } = run(file, '--run', '--yes', '--timeout', '2');
    expect(status).toBe(1);
    expect(stderr).toContain('patchbay: input 2 took longer than 2 s and was stopped\n');
  });

  it('stops at Ctrl-C', async () => {
    const file = withInputs('interrupt.ndjson', 'console.log("begun", process.pid); while (true) {}');
    const child = spawn(process.execPath, [cli, 'replay', file, '--run', '--yes'], { cwd: folder, env });
    let err = '';
    let isSent = false;
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      err += part;
      if (isSent || !/^begun \d+/m.test(err)) return;
      isSent = true;
      child.kill('SIGINT');
    });
    const [code] = await once(child, 'close');
    const pid = Number(/^begun (\d+)/m.exec(err)?.[1]);
    expect([code, err]).toEqual([130, expect.stringContaining('patchbay: the code was interrupted\n')]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('shows errors of the code, and goes on', () => {
    const file = withInputs(
      'errors.ndjson',
      'let = 1 +',
      "void Promise.reject(new Error('late'))",
      "throw new Error('\\x1b[2Jthrown')",
      "console.log('last')",
    );
    const { stderr } = run(file, '--run', '--yes');
    expect(stderr).toMatch(/SyntaxError/);
    expect(stderr).toMatch(/Error: late/);
    expect(stderr).toMatch(/Error: .*thrown/);
    expect(stderr).toMatch(/^last$/m);
    expect(stderr).not.toContain('\x1b');
  });
});
