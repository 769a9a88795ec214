import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inputTrust } from '../../../src/bench/index.js';
import { openCassette, parseCassette, toNdjson } from '../../../src/cassette/index.js';
import { COMPILED } from '../../support/run-patchbay.js';

const cli = join(import.meta.dirname, '../../../dist/cli.js');
const ISSUES = join(import.meta.dirname, '../../../fixtures/issues');
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
const SETTINGS = { cwd: folder, env: { ...env, ...SECRETS }, encoding: 'utf8', maxBuffer: 16 * 2 ** 20 } as const;
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

beforeAll(() => {
  writeFileSync(join(folder, 'story.txt'), STORY);
  const inputs = STORY.split(/^%% \d\n/m).slice(1);
  // As the bench records a session: a saved script would hold the inputs in one piece.
  const script = `// Typed at a prompt of Patchbay: each %% begins an input. Run it with: patchbay run FILE\n\n${inputs
    .map((source, index) => `// %% ${index + 1}\n${source.trim()}\n`)
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

describe('patchbay replay --run', () => {
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
});

describe('the confirmation of patchbay replay --run', () => {
  it('runs nothing without a terminal, and names the fix', () => {
    const file = withInputs('ask.ndjson', "console.log('evaluated')");
    const { status, stdout, stderr } = run(file, '--run');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain("  1 | console.log('evaluated')\n");
    expect(stderr).toContain(
      'no code was run: without a terminal, you cannot confirm it. Read the code above, then run: patchbay replay ask.ndjson --run --yes',
    );
    expect(stderr.match(/^code \| evaluated/m)).toBeNull();
  });

  it('runs code that was trusted before, until it changes', async () => {
    vi.stubEnv('PATCHBAY_CONFIG_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = withInputs('trusted.ndjson', "console.log('one')", "console.log('two')");
    (await inputTrust(join(folder, file), ["console.log('one')", "console.log('two')"])).allow();
    expect(run(file, '--run')).toMatchObject({ status: 0, stderr: 'code | one\ncode | two\n' });
    withInputs(file, "console.log('one')", "console.log('three')", '4');
    const { status, stderr } = run(file, '--run');
    expect(status).toBe(2);
    expect(stderr).toContain('since you trusted it: input 2 changed\nsince you trusted it: input 3 is new\n');
    expect(stderr).not.toMatch(/^code \| one/m);
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

describe('the code of patchbay replay --run', () => {
  it('has the objects of the prompt, as data', () => {
    const file = withInputs(
      'offered.ndjson',
      "await agent.add_skill('datetime'); console.log(agent.list_skills(), agent.tools.length)",
      "console.log((await agent.call_tool('get_current_time', {})).response)",
      'console.log((await registry.list_skills()).length)',
      "const made = await Promise.all(['a', 'b'].map((name) => platform.queues.create({ name })))",
      'for await (const one of platform.queues.list({ page_size: 1 })) console.log(one.friendly_name)',
      "await platform.queues.get('x').catch((error) => console.log(error instanceof PlatformRestError, error.status))",
      'console.log(sandbox.clock.advance(60) - sandbox.clock.now(), platform.dry.queues.list().operation)',
      "import { RestClient as Own } from 'patchbay'; console.log(new Own() instanceof RestClient, PhoneCallHandler.AI_AGENT)",
      "await new Promise((done) => setTimeout(done, 1)); console.log('%s of %d', 'one', 2, { made: made.length })",
      'made.length',
      'console.log(_)',
      'await platform.queues.create({ name: () => 1 })',
      'let deep = {}; for (let n = 0; n < 3000; n++) deep = { deep }; await platform.queues.create(deep)',
    );
    const { status, stderr } = run(file, '--run', '--yes');
    expect(status).toBe(3); // the requests are not in the recording
    const printed = stderr.slice(stderr.indexOf('\n\n', stderr.indexOf(' 13 | ')) + 2).replaceAll(/^code \| /gm, '');
    expect(printed).toBe(
      [
        "[ 'datetime' ] 2",
        printed.match(/^The time in UTC .*$/m)?.[0],
        '17',
        ...['b', 'a', 'true 404', '0 queues.list', 'true ai_agent', 'one of 2 { made: 2 }', '2'],
        'TypeError: argument 1 of platform.queues.create, name, is a function: recorded code can pass data only (input 12, line',
        '1)',
        'RangeError: the arguments are nested more than 500 levels deep',
        'input 12 failed, and the recording has no error of it: TypeError: argument 1 of platform.queues.create, name, is a function: recorded code can pass data only (input 12, line 1)',
        'input 13 failed, and the recording has no error of it: RangeError: the arguments are nested more than 500 levels deep\n',
      ].join('\n'),
    );
  });

  it('has no Node.js: the report names what it asked for, and differs', () => {
    const file = withInputs(
      'node.ndjson',
      'console.log(typeof process, typeof require)',
      "import { readFileSync } from 'node:fs'; console.log('read')",
      'process.exit(7)',
      'console.log("later")',
    );
    const { status, stdout, stderr } = run(file, '--run', '--yes');
    expect(stderr).toMatch(
      /^code: 4 inputs, \d+ characters\nimports: node:fs\nNode names: process, require\n\S*node\.ndjson contains/,
    );
    expect(stderr).toContain('code | undefined undefined\ncode | Error: recorded code cannot import node:fs');
    expect(stderr).toContain(
      [
        'code | later',
        'input 1 asked for process, which it does not have',
        'input 1 asked for require, which it does not have',
        'input 2 asked for import of node:fs, which it does not have',
        'input 3 asked for process, which it does not have',
        'recorded code runs in an interpreter without Node.js, files and packages. To read the code and run it yourself: patchbay export node.ndjson --to ts\n',
      ].join('\n'),
    );
    expect({ status, stdout }).toEqual({ status: 3, stdout: '0 same, 0 different\n' });
  });

  it('differs if an input fails that did not fail in the recording', () => {
    const file = withInputs('fails.ndjson', "throw new Error('boom')", 'let = 1 +', 'null.x', '1');
    const { status, stdout, stderr } = run(file, '--run', '--yes');
    expect(stderr).toMatch(/^input 1 failed, and the recording has no error of it: Error: boom \(input 1, line 1\)$/m);
    expect(stderr).toMatch(/^input 2 failed, and the recording has no error of it: SyntaxError: /m);
    expect(stderr).toMatch(/^input 3 failed, and the recording has no error of it: TypeError: /m);
    expect(stderr).not.toMatch(/^input 4/m);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '0 same, 0 different\n' });
    const json: unknown = JSON.parse(run(file, '--run', '--yes', '--json').stdout);
    expect(json).toMatchObject({ isSame: false, failed: [{ input: 1 }, { input: 2 }, { input: 3 }] });
  });

  it('is the same if the recording has the error of the input', () => {
    const lines = [
      HEADER,
      { kind: 'input', source: "throw new Error('boom')" },
      { kind: 'error', text: 'Error: boom' },
    ];
    writeFileSync(join(folder, 'failed.ndjson'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect(run('failed.ndjson', '--run', '--yes')).toMatchObject({ status: 0, stdout: '0 same, 0 different\n' });
  });
});

describe('recorded code and its report', () => {
  it('has the documents of the sample account', () => {
    const source = `await platform.phone_numbers.list()
const { steps } = await sandbox.ring('+12065550100', { digits: ['2'] })
console.log(steps.map(({ says }) => says).join(' / '))`;
    writeFileSync(join(folder, 'ring.ts'), source);
    const recorded = spawnSync(process.execPath, [cli, 'run', '--record', 'rung.ndjson', 'ring.ts'], {
      ...SETTINGS,
      env,
    });
    const { header, documents } = openCassette(join(folder, 'rung.ndjson'));
    write('ring.ndjson', {
      header,
      documents: [{ kind: 'input', source }, ...documents.filter(({ kind }) => kind === 'http')],
    });
    const { status, stderr } = run('ring.ndjson', '--run', '--yes');
    expect(recorded.stdout).toContain('leave a message');
    expect(stderr).toContain(`code | ${recorded.stdout}`);
    expect(status).toBe(0);
  });

  it('is reported as JSON', () => {
    const file = withInputs('json.ndjson', 'await platform.queues.list()', 'process.exit(7)');
    expect(JSON.parse(run(file, '--run', '--yes', '--json').stdout)).toMatchObject({
      isSame: false,
      requests: [{ operation: 'queues.list' }],
      absent: [{ input: 2, name: 'process' }],
    });
  });

  it.each(readdirSync(ISSUES))('sends the requests of the ticket %s as recorded', (ticket) => {
    const { status, stdout } = run(join(ISSUES, ticket, 'session.yaml'), '--run', '--yes');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\n[1-9]\d* same, 0 different\n$/)]);
  });

  it('prints at most a million characters', () => {
    const file = withInputs('prints.ndjson', "for (let n = 0; n < 40; n++) console.log('x'.repeat(1e5))");
    const { stderr } = run(file, '--run', '--yes');
    expect(stderr.length).toBeLessThan(1.1 * 2 ** 20);
    expect(stderr).toContain('[more than 1048576 characters: the rest is not printed]');
  });
});

describe('the limits of the code of patchbay replay --run', () => {
  const limits = [
    ['calls', 'for (;;) platform.dry.queues.list()', 'was stopped: more than 20000 calls'],
    ['characters', "for (;;) platform.dry.queues.create({ name: 'x'.repeat(1e6) })", 'characters in calls'],
    ['timers', 'for (;;) setTimeout(() => {}, 1000)', 'was stopped: more than 1000 timers'],
    ['nesting', "JSON.parse('['.repeat(1e5))", 'was stopped: the interpreter failed'],
  ] as const;

  it.each(limits)('is stopped by the limit of %s', (what, source, ended) => {
    const file = withInputs(`limit-${what}.ndjson`, source, 'console.log("later")');
    const { status, stderr } = run(file, '--run', '--yes');
    expect(stderr).toContain(`patchbay: input 1 ${ended}`.slice(0, -ended.length));
    expect([status, stderr]).toEqual([1, expect.stringContaining(ended)]);
    expect(stderr).not.toMatch(/^code \| later$/m);
  });

  it('gets an error when its memory is used up', () => {
    const source =
      'const all = []; try { for (;;) all.push(new Array(1e5).fill(0)) } catch (error) { all.length = 0; throw error }';
    const { stderr } = run(withInputs('memory.ndjson', source, 'console.log("later")'), '--run', '--yes');
    expect(stderr).toMatch(/InternalError: out of memory.*\ncode \| later\n/s);
  });

  it.each([
    ['a loop', 'while (true) {}'],
    ['a promise', 'await new Promise(() => setInterval(() => {}, 1000))'],
  ])('stops %s that does not end', (_, source) => {
    const file = withInputs('loop.ndjson', 'console.log("first")', source);
    const { status, stderr } = run(file, '--run', '--yes', '--timeout', '1');
    expect(status).toBe(1);
    expect(stderr).toContain('patchbay: input 2 took longer than 1 s and was stopped\n');
  });

  it('stops at Ctrl-C', async () => {
    const file = withInputs('interrupt.ndjson', 'console.log("begun"); while (true) {}');
    const child = spawn(process.execPath, [cli, 'replay', file, '--run', '--yes'], { cwd: folder, env });
    let err = '';
    let pid = 0;
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      err += part;
      if (pid > 0 || !/^code \| begun$/m.test(err)) return;
      pid = Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }));
      child.kill('SIGINT');
    });
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([130, expect.stringContaining('patchbay: the code was interrupted\n')]);
    expect(pid).toBeGreaterThan(0);
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
    expect(stderr).toMatch(/^code \| last$/m);
    expect(stderr).not.toContain('\x1b');
  });
});
