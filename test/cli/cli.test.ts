import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { writeAskingSkill } from '../support/asking-skill.js';
import { COMPILED, evaluate, patchbay as run } from '../support/run-patchbay.js';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the built command without a terminal. */
const patchbay = (args: readonly string[], options: { stdin?: string; env?: NodeJS.ProcessEnv } = {}) =>
  run(args, { cwd: folder, ...options });
/** The same in this process, for code that does not need its own. */
const evaluated = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => evaluate(args, { cwd: folder, env });
const WHERE = 'patchbay: requests go to: sandbox\n';

describe('patchbay -e', () => {
  it('prints the value on stdout, and where requests go on stderr', async () => {
    expect(await patchbay(['-e', 'const n: number = await Promise.resolve(41); n + 1'])).toEqual({
      code: 0,
      out: '42\n',
      err: WHERE,
    });
  });

  it('prints nothing for undefined, and JSON with --json', async () => {
    expect(await evaluated(['-e', 'undefined'])).toMatchObject({ code: 0, out: '' });
    const { out } = await evaluated([
      '--json',
      '-e',
      '(await platform.queues.list()).data.map((queue) => queue.friendly_name)',
    ]);
    expect(JSON.parse(out)).toEqual(['sales', 'support']);
  });

  it('says on stderr what JSON cannot contain', async () => {
    expect(await evaluated(['--json', '-e', '() => 1'])).toEqual({
      code: 0,
      out: 'null\n',
      err: `${WHERE}patchbay: the value is a function or a symbol, which JSON does not have. It is printed as null\n`,
    });
    expect(await evaluated(['--json', '-e', '({ a: 1, run() {}, tag: Symbol("x") })'])).toMatchObject({
      out: '{\n  "a": 1\n}\n',
      err: `${WHERE}patchbay: JSON has no functions and no symbols. Left out: run, tag\n`,
    });
  });

  it('prints an error value with the frames of the code only', async () => {
    expect(await evaluated(['-e', '[new Error("e")]'])).toMatchObject({
      code: 0,
      out: '[\n  Error: e\n      at input-1:1:2\n]\n',
    });
  });

  it('exits with 1 when the code fails, and prints the error and its location', async () => {
    const { code, err } = await patchbay(['-e', 'let a = 1\nthrow new Error("boom")']);
    expect({ code, err }).toEqual({ code: 1, err: `${WHERE}Error: boom\n  at input-1:2:7\n` });
  });

  it('exits with 1 when a request fails', async () => {
    expect(await evaluated(['-e', "await platform.queues.get('x')"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("queues.get('x') failed: 404 Not Found"),
    });
  });

  it('waits for timers of the code', async () => {
    expect(await patchbay(['-e', 'setTimeout(() => console.log("late"), 20); 1'])).toMatchObject({
      code: 0,
      out: '1\nlate\n',
    });
  });

  it('keeps the exit code that the code sets', async () => {
    expect(await patchbay(['-e', 'process.exitCode = 5; undefined'])).toMatchObject({ code: 5 });
  });

  it('explains why a fetch to another machine failed', async () => {
    const { code, err } = await evaluated(['-e', "await fetch('https://198.51.100.7/')"]);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('because: 198.51.100.7 is not on this machine'),
    });
  });

  it('exits normally when the reader closes the pipe', async () => {
    const child = spawn('sh', [
      '-c',
      `"${process.execPath}" "${join(root, 'dist', 'cli.js')}" -e "Array.from({ length: 1e5 }, (_, i) => i).join('\\n')" | head -c 1`,
    ]);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ out, err }).toEqual({ out: "'", err: WHERE });
  });
});

describe('a script', () => {
  it('is read from a pipe', async () => {
    expect(
      await patchbay([], { stdin: 'const { data } = await platform.queues.list();\nconsole.log(data.length);\n99' }),
    ).toEqual({ code: 0, out: '2\n', err: WHERE });
  });

  it('reports a dot command in a script', async () => {
    const { code, err } = await patchbay([], { stdin: '.help platform.queues\n' });
    expect(code).toBe(1);
    expect(err).toContain("patchbay -e '.help'");
  });

  it('names the option that shows the hidden fields of a table', async () => {
    const field = (name: string) => `${name}: '${name.repeat(40)}'`;
    const { out } = await evaluated(['-e', `[{ id: 'a', ${['b', 'c', 'd', 'e', 'f'].map(field).join(', ')} }]`]);
    expect(out).toMatch(/\n\d more columns?: .* · --json shows them\n$/);
  });

  it('is run from a file, with its own arguments', async () => {
    const file = join(folder, 'script.ts');
    writeFileSync(
      file,
      'const [, self, ...rest]: string[] = process.argv;\nconsole.log(self.endsWith("script.ts"), rest);\nthrow new Error("line 3");',
    );
    expect(await patchbay(['run', file, '--json', 'two'])).toEqual({
      code: 1,
      out: "true [ '--json', 'two' ]\n",
      err: `${WHERE}Error: line 3\n  at ${file}:3:7\n`,
    });
  });

  it('can be a saved session, a notebook or Markdown', async () => {
    const file = join(folder, 'typed.ts');
    rmSync(file, { force: true });
    const typed = [
      'const n = 1',
      'const n = 2',
      'await Promise.resolve(5) &',
      '[n]',
      'console.log(_[0])',
      `.save ${file}`,
    ];
    const { createBench } = await import('../../src/bench/index.js');
    const bench = createBench();
    for (const source of typed.filter((one) => !one.startsWith('console'))) {
      await bench.run(source);
      // The job comes to its end.
      await new Promise(setImmediate);
    }
    await bench.close();
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}\n// %% 5\nconsole.log(n, _)\n\n// %% 6\nthrow new Error('line 19')\n`,
    );
    expect(await patchbay(['run', file])).toMatchObject({
      code: 1,
      out: '2 [ 2 ]\n',
      err: expect.stringContaining(`Error: line 19\n  at ${file}:19:7\n`),
    });
  });

  it('that does not exist is wrong usage', async () => {
    expect(await patchbay(['run', 'nowhere.ts'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the file nowhere.ts does not exist'),
    });
  });
});

describe('a skill that calls a service', () => {
  writeAskingSkill(folder);
  const env = { PLATFORM_SKILL_PATHS: folder };
  const ask = (q: string) =>
    `await agent.add_skill('asking'); (await agent.call_tool('ask', { q: '${q}' })).response.length`;

  it('gets recorded responses, also in a script', async () => {
    const placeholder = 'patchbay: asking: using a placeholder for api_key\n';
    const { code, out, err } = await patchbay(['-e', ask('oslo')], { env });
    expect({ code, err }).toEqual({ code: 0, err: WHERE + placeholder });
    expect(Number(out)).toBeGreaterThan(100);
    const script = ask('oslo').replace('; (', '; console.log((').concat(')');
    expect(await patchbay([], { stdin: script, env })).toEqual({ code: 0, out, err: WHERE + placeholder });
  });

  it('exits with 3 for an unrecorded request', async () => {
    expect(await patchbay(['-e', ask('paris')], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('is not recorded. Recorded for this service:'),
    });
  });

  it('uses the recording of --replay, and the sandbox for the platform', async () => {
    const quota = join(root, 'fixtures/services/weather_api/quota.yaml');
    expect(await patchbay(['--replay', quota, '-e', ask('new york').replace('.length', '')], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining('exceeded'),
      err: expect.stringContaining('requests go to: sandbox, and weather_api/quota.yaml for services'),
    });
  });
});

describe('an uncaught error', () => {
  it('is the only error that is printed while the input waits', async () => {
    const code = "Promise.reject(new Error('late')); await new Promise(() => setTimeout(() => {}, 1e6))";
    const { code: ended, err } = await patchbay(['-e', code]);
    expect([ended, err]).toEqual([1, 'patchbay: requests go to: sandbox\nError: late\n  at input-1:1:16\n']);
  });
});

it('continues after an update removed its files, and redacts the recording', async () => {
  const old = join(folder, 'old');
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(old, name), { recursive: true });
  for (const name of ['fixtures', 'node_modules']) symlinkSync(join(root, name), join(old, name));
  const file = join(folder, 'updated.yaml');
  const code = `await platform.queues.create({ name: 'call +12067771234' });
    require('node:fs').rmSync(${JSON.stringify(join(old, 'dist'))}, { recursive: true });
    await agent.add_skill('datetime')`;
  const child = spawn(process.execPath, [join(old, 'dist/cli.js'), '--record', file, '-e', code], {
    env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, ...COMPILED },
  });
  const [err, [ended]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([ended, err]).toEqual([
    0,
    expect.stringMatching(/sandbox\n.*1 exchange, 1 input → .*updated\.yaml\n.*updated\.yaml: 1 value was redacted/),
  ]);
  expect(existsSync(join(folder, 'updated.unredacted.yaml'))).toBe(false);
});

describe('recording', () => {
  // From Node.js 24 on, a signal waits until the main thread is free.
  const isBusyEnded = Number.parseInt(process.versions.node, 10) < 24;
  const ENDS: readonly (readonly [signal: NodeJS.Signals, code: number, busy: string])[] = [
    ...(isBusyEnded ? ([['SIGTERM', 143, 'for (;;) {}']] as const) : []),
    ...(isBusyEnded ? ([['SIGINT', 130, 'await 0; for (;;) {}']] as const) : []),
    ['SIGHUP', 129, 'await new Promise((done) => setTimeout(done, 600_000))'],
  ];
  it.each(ENDS)('is redacted after %s, also while code is busy', async (signal, code, busy) => {
    const file = join(folder, `${signal}.yaml`);
    const create = "await platform.queues.create({ name: 'call +12067771234' }); console.log('busy'); ";
    const child = spawn(process.execPath, [cli, '--record', file, '-e', create + busy], {
      env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, ...COMPILED },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.once('data', () => child.kill(signal));
    const [err, [ended]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([ended, err]).toEqual([code, expect.stringContaining(`${signal}.yaml: 1 value was redacted (phone)`)]);
    expect(err).not.toContain('Deprecation');
    expect(readFileSync(file, 'utf8')).not.toContain('+12067771234');
    expect(existsSync(join(folder, `${signal}.unredacted.yaml`))).toBe(false);
  });

  it('with --check exits with 3 when a recorded request was not sent, also after process.exit', async () => {
    const file = join(root, 'fixtures/paging/queues.yaml');
    const strictly = (code: string) => patchbay(['--replay', file, '--check', '-e', code]);
    const { code, err } = await strictly('1');
    const note = /\d recorded exchanges were not requested: queues\.\w+/;
    expect([code, err]).toEqual([3, expect.stringMatching(note)]);
    const exited = await strictly('process.exit(0)');
    expect([exited.code, exited.err]).toEqual([3, expect.stringMatching(note)]);
    expect(err.match(/not requested/g)).toHaveLength(1);
    const failed = await strictly('throw new Error("first")');
    expect([failed.code, failed.err]).toEqual([1, expect.stringMatching(/first[\s\S]*not requested/)]);
  });

  it('names a request without a response', async () => {
    const file = join(folder, 'unanswered.yaml');
    const get = 'https://acme.example.com/api/relay/rest/queues';
    await patchbay(['import', '-', '-o', file], { stdin: `curl ${get}` });
    expect(await evaluated(['--replay', file, '-e', 'await platform.queues.list()'])).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'the recording has no response to GET /api/relay/rest/queues. It has no responses at all',
      ),
    });
  });

  it('replays the same values, and exits with 3 for an unrecorded request', async () => {
    const file = join(folder, 'taped.ndjson');
    const code = "(await platform.queues.create({ name: 'taped' })).id";
    const recorded = await evaluated(['--record', file, '-e', code]);
    expect(recorded.code).toBe(0);
    expect(await evaluated(['--replay', file, '-e', code])).toEqual({
      code: 0,
      out: recorded.out,
      err: 'patchbay: requests go to: replay of taped.ndjson\n',
    });
    const other = code.replace('taped', 'other');
    expect(await evaluated(['--replay', file, '-e', other])).toMatchObject({
      code: 0,
      err: expect.stringContaining('patchbay: the sandbox answers this request and all later ones'),
    });
    expect(await patchbay(['--replay', file, '--check', '-e', other])).toMatchObject({
      code: 3,
      err: expect.stringContaining('body.name: recorded "taped", requested "other"'),
    });
  });
});

describe('patchbay cassette', () => {
  const lesson = join(root, 'fixtures', 'bindings', 'by-address.yaml');

  it('lists recordings and shows their exchanges', async () => {
    expect((await patchbay(['cassette', 'list', lesson])).out).toMatch(/: 5 exchanges · origin sandbox · patchbay \d/);
    const { out } = await patchbay(['cassette', 'show', lesson]);
    expect(out.split('\n')[0]).toBe('   1  phone_numbers.list  GET /api/relay/rest/phone_numbers → 200');
    expect((await patchbay(['cassette', 'show', lesson, '2'])).out).toContain('call_handler: relay_script');
    expect(await patchbay(['cassette', 'show', lesson, '9'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('has exchanges 1 to 5, not 9'),
    });
  });

  it('finds no problems in our recordings', async () => {
    const fixtures = readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' });
    const shipped = fixtures.filter((name) => name.endsWith('.yaml')).map((name) => join(root, 'fixtures', name));
    expect(shipped).toContain(lesson);
    expect(await patchbay(['cassette', 'check', ...shipped])).toMatchObject({
      code: 0,
      out: expect.stringContaining('no problems'),
    });
  });

  it('finds secrets, and labels that are not operations any more', async () => {
    const file = join(folder, 'old.yaml');
    writeFileSync(
      file,
      readFileSync(lesson, 'utf8')
        .replace('op: phone_numbers.list', 'op: phone_numbers.enumerate')
        .replace('Spare', 'tokentoken99'),
    );
    const { code, out } = await patchbay(['cassette', 'check', file], { env: { PLATFORM_API_TOKEN: 'tokentoken99' } });
    expect(code).toBe(3);
    expect(out).toContain('exchange 1 contains the API token of your environment');
    expect(out).toContain('exchange 1 is phone_numbers.enumerate, which is not an operation any more');
  });

  it('accepts any label in a recording of an external service', async () => {
    const file = join(folder, 'described.yaml');
    const described = readFileSync(lesson, 'utf8').replace('origin: sandbox', 'origin: documented');
    writeFileSync(file, described.replace('op: phone_numbers.list', 'op: any label'));
    expect(await patchbay(['cassette', 'check', file])).toMatchObject({ code: 0 });
  });

  it('lists possible names and hosts in a dry run', async () => {
    const file = join(folder, 'undecided.yaml');
    writeFileSync(
      file,
      readFileSync(lesson, 'utf8').replace('name: Spare', 'name: Hi Ann, see https://pbx.corp.org/x'),
    );
    const { out } = await patchbay(['cassette', 'redact', '--dry-run', file]);
    expect(out).toContain('possible names and hosts that the policy does not cover');
    expect(out).toMatch(/^name {4}Ann {2}once, first in \S*undecided\.yaml, entry \d+$/m);
    expect(out).toMatch(/^host {4}pbx\.corp\.org {2}once, first in /m);
    expect(readFileSync(file, 'utf8')).toContain('pbx.corp.org');
    expect((await patchbay(['cassette', 'redact', file])).out).not.toContain('possible names');
  });

  it('compares two recordings', async () => {
    const file = join(folder, 'other.yaml');
    writeFileSync(file, readFileSync(lesson, 'utf8').replace('name: Spare', 'name: Taken'));
    expect(await patchbay(['cassette', 'diff', lesson, lesson])).toMatchObject({ code: 0, out: 'no differences\n' });
    const { code, out } = await patchbay(['cassette', 'diff', lesson, file]);
    expect(code).toBe(3);
    expect(out).toContain('"Spare" → "Taken"');
  });
});

describe('where a recording cannot go', () => {
  it.each([
    ['a folder', '.', 'is a folder'],
    ['another ending', 'notes.md', 'must end in .yaml or .ndjson'],
    ['a file that is not a recording', 'notes.yaml', 'exists and is not a recording'],
  ])('reports in one line: %s', async (_what, name, says) => {
    writeFileSync(join(folder, 'notes.md'), 'important\n');
    writeFileSync(join(folder, 'notes.yaml'), 'important: true\n');
    for (const args of [
      ['--record', name, '-e', '1'],
      ['-e', `.record ${name}`],
    ]) {
      const { code, err } = await evaluated(args);
      expect([code, err]).toEqual([args[0] === '-e' ? 1 : 2, expect.stringContaining(says)]);
      if (args[0] === '--record') expect(err.trim().split('\n')).toHaveLength(1);
    }
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('important\n');
    expect(readFileSync(join(folder, 'notes.yaml'), 'utf8')).toBe('important: true\n');
  });

  it('keeps an existing recording until the first request, and warns', async () => {
    const file = join(folder, 'twice.yaml');
    const link = join(folder, 'twice-link.yaml');
    symlinkSync(file, link);
    const ask = (name: string) =>
      evaluated(['--record', link, '-e', `await platform.queues.create({ name: '${name}' })`]);
    expect((await ask('first')).err).toBe(`${WHERE}patchbay: 1 exchange, 1 input → ${link}\n`);
    const first = readFileSync(file, 'utf8');
    expect((await evaluated(['--record', link, '-e', '1 +'])).err).toMatch(
      /twice-link\.yaml is an existing recording\. The first exchange replaces it\n[\s\S]*nothing was recorded\. \S*twice-link\.yaml is unchanged\n$/,
    );
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect((await ask('second')).err).toContain('The first exchange replaces it');
    expect(readFileSync(file, 'utf8')).toMatch(/^(?![\s\S]*first)[\s\S]*name: second/);
  });
});

describe('a recording on a disk that is full for a while', () => {
  it.each(['yaml', 'ndjson'])(
    'contains complete exchanges only, and the caller gets errors for the others (%s)',
    async (extension) => {
      const file = join(folder, `full.${extension}`);
      const code = `for (const length of [1, 9000, 2]) {
      await platform.queues.create({ name: 'x'.repeat(length) }).then(
        () => console.log('answered', length), (error) => console.log(error.message));
    }`;
      // Blocks of 512 bytes: the second exchange begins before the limit and ends behind it.
      const limited = spawn(
        'sh',
        ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, cli, '--no-redact', '--record', file, '-e', code],
        { cwd: folder },
      );
      const [out] = await Promise.all([text(limited.stdout), text(limited.stderr)]);
      expect(out).toMatch(/^answered 1\n[^\n]*the recording .* cannot be written: EFBIG[^\n]*\nanswered 2\n$/);
      expect((await patchbay(['cassette', 'list', file])).out).toContain('2 exchanges');
      expect(await patchbay(['cassette', 'check', file])).toMatchObject({ code: 0 });
    },
  );
});

describe('a recording for others', () => {
  it.each([
    ['calls process.exit', 'process.exit(4)', 4],
    ['throws in a timer', "setTimeout(() => { throw new Error('late') }); 0", 1],
    ['is stopped by Ctrl-C', "setInterval(() => {}, 1000); process.kill(process.pid, 'SIGINT')", 130],
    ['is ended from outside', "setInterval(() => {}, 1000); process.kill(process.pid, 'SIGTERM')", 143],
    [
      'sees to signals itself',
      "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(7)); process.kill(process.pid, 'SIGTERM')",
      7,
    ],
  ])('is redacted when its code %s', async (_how, end, code) => {
    const file = join(folder, `ended-${code}.yaml`);
    const asked = "await platform.queues.create({ name: 'call +12067771234' });";
    const { code: ended, err } = await patchbay(['--record', file, '-e', `${asked} ${end}`]);
    expect([ended, err]).toEqual([code, expect.stringContaining('1 value was redacted (phone)')]);
    expect(readFileSync(file, 'utf8')).toMatch(/addresses are replaced[\s\S]*name: call \+1(?!2067771234)/);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('is redacted when its code never stops asking and is ended by %s', async (signal, code) => {
    const file = join(folder, `busy-${code}.yaml`);
    const busy = `await platform.queues.create({ name: 'call +12067771234' }); console.log('asked');
      for (;;) await platform.queues.get('nobody').catch(() => {});`;
    const child = spawn(process.execPath, [cli, '--record', file, '-e', busy], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.once('data', () => child.kill(signal as NodeJS.Signals));
    const ended = new Promise((resolve) => child.on('close', resolve));
    const err = await text(child.stderr);
    expect([await ended, err]).toEqual([code, expect.stringContaining('1 value was redacted (phone)')]);
    expect(readFileSync(file, 'utf8')).not.toContain('2067771234');
  });

  it.each(['', 'process.exit(0)'])('warns that it is not redacted if the disk is full %s', async (end) => {
    const file = join(folder, 'too-full.yaml');
    rmSync(file, { force: true });
    // Ordinals are longer than these addresses, and blocks have 512 bytes: the recording has room, the redacted one has none.
    const code = `const name = Array.from({ length: 60 }, (_, i) => 'a' + i + '@b.co').join(' ');
      await platform.queues.create({ name }); ${end}`;
    const limited = spawn(
      'sh',
      ['-c', 'ulimit -f 5; exec "$@"', 'sh', process.execPath, cli, '--record', file, '-e', code],
      {
        cwd: folder,
        env: { ...process.env, PATCHBAY_STATE_DIR: folder, ...COMPILED },
      },
    );
    const ended = new Promise((resolve) => limited.on('close', resolve));
    const [, err] = await Promise.all([text(limited.stdout), text(limited.stderr)]);
    expect(await ended).toBe(1);
    expect(err).toMatch(
      /too-full\.yaml cannot be written: file too large\. The unredacted recording is in \S*too-full\.unredacted\.yaml\. It still contains .*: patchbay cassette redact \S*too-full\.unredacted\.yaml\n$/,
    );
    // Nothing has the name that was asked for: it could be mistaken for a redacted recording.
    expect(existsSync(file)).toBe(false);
    const raw = join(folder, 'too-full.unredacted.yaml');
    expect((await patchbay(['cassette', 'list', raw])).out).toContain('1 exchange');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await patchbay(['cassette', 'redact', raw])).code).toBe(0);
    expect(existsSync(raw)).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain('a1@b.co');
  });

  it('is marked as not redacted if its process is killed', async () => {
    const file = join(folder, 'killed.yaml');
    const raw = join(folder, 'killed.unredacted.yaml');
    const code = `await platform.queues.create({ name: 'call +12067771234' });
      process.prependListener('exit', () => process.kill(process.pid, 'SIGKILL')); process.exit(0);`;
    expect((await patchbay(['--record', file, '-e', code])).code).not.toBe(0);
    expect(existsSync(file)).toBe(false);
    expect([statSync(raw).mode & 0o777, readFileSync(raw, 'utf8')]).toEqual([
      0o600,
      expect.stringContaining('+12067771234'),
    ]);
    expect((await evaluated(['--record', file, '-e', '1'])).err).toMatch(
      /killed\.unredacted\.yaml is an earlier recording that was not redacted\. .* patchbay cassette redact \S*killed\.unredacted\.yaml/,
    );
    expect((await patchbay(['cassette', 'redact', raw])).out).toContain(`written: ${file}`);
    expect(existsSync(raw)).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain('2067771234');
  });
});

describe('a recording for others that is edited', () => {
  const call = `await platform.calling.dial({ from: '+12065550100', to: '+4917612345678', url: 'https://a.example/x' })`;
  const kept = join(folder, 'kept.ndjson');
  const keep = async () => {
    const { err } = await evaluated(['--record', kept, '--no-redact', '-e', call]);
    expect(err).not.toContain('redacted');
  };

  it('states its start, and has ordinals for names and numbers', async () => {
    const file = join(folder, 'redacted.ndjson');
    expect((await evaluated(['--record', file, '-e', call])).err).toContain('1 value was redacted (phone)');
    const [header, entry] = readFileSync(file, 'utf8').split('\n');
    expect(JSON.parse(header as string)).toMatchObject({
      origin: 'sandbox',
      seed: 1,
      clock: expect.stringMatching(/^2025-.*Z$/),
      time_zone: 'UTC',
      redaction: expect.stringContaining('addresses are replaced'),
    });
    expect(entry).toContain('+4900000000000');
    expect(entry).not.toContain('17612345678');
  });

  it('can be redacted later, after a look at what would change', async () => {
    await keep();
    const before = readFileSync(kept, 'utf8');
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, 'phone: false\n');
    expect((await patchbay(['cassette', 'redact', '--dry-run', '--policy', policy, kept])).out).toContain(
      'nothing to replace',
    );
    const { code, out } = await patchbay(['cassette', 'redact', '--dry-run', kept]);
    expect([code, readFileSync(kept, 'utf8')]).toEqual([0, before]);
    expect(out).toMatch(/^phone {3}becomes \+4900000000000 {2}4 times, first in .*entry 1: source/m);
    writeFileSync(policy, 'cut: [queued]\n');
    const { out: cut } = await patchbay(['cassette', 'redact', '--dry-run', '--policy', policy, kept]);
    expect(cut).toMatch(/^word {4}becomes word_1 {2}.*, known before \(`cut` of the policy\)$/m);
    expect((await patchbay(['cassette', 'redact', '--output', join(folder, 'shared'), kept])).code).toBe(0);
    expect(readFileSync(join(folder, 'shared', 'kept.ndjson'), 'utf8')).not.toContain('17612345678');
  });

  it('edits a recording as YAML, and does not save invalid changes', async () => {
    await keep();
    const edit = (editor: string) => patchbay(['cassette', 'edit', kept], { env: { EDITOR: editor } });
    expect((await edit("sed -i 's/queued/ringing/'")).out).toBe(`${kept} is saved\n`);
    const changed = readFileSync(kept, 'utf8');
    expect(changed).toContain('"status":"ringing"');
    const { code, err } = await edit("sed -i 's/kind:/kund:/'");
    expect([code, readFileSync(kept, 'utf8')]).toEqual([1, changed]);
    expect(err).toMatch(/kind: .*\n.*is unchanged. Your edits are in .*kept\.yaml/);
    const { err: lost } = await edit("sed -i '$ d'");
    expect([lost, readFileSync(kept, 'utf8')]).toEqual([
      expect.stringMatching(/add such a line after it\n.*is unchanged/),
      changed,
    ]);
    expect(await patchbay(['cassette', 'edit', kept], { env: { EDITOR: '', VISUAL: '' } })).toMatchObject({ code: 2 });
  });
});

describe('secrets', () => {
  it('of the environment are not in recordings of the sandbox', async () => {
    const file = join(folder, 'secret.yaml');
    const env = { PLATFORM_API_TOKEN: 'PTsecretsecret123' };
    await evaluated(['--record', file, '-e', "await platform.queues.create({ name: 'PTsecretsecret123' })"], env);
    expect(readFileSync(file, 'utf8')).not.toContain('secretsecret');
  });
});

describe('wrong usage', () => {
  it.each([
    ['an unknown option', ['--nonsense'], 'nonsense'],
    ['a misspelled option', ['--jsn', '-e', '1'], 'unknown option --jsn. Did you mean --json?'],
    ['a misspelled command', ['doctr'], 'unknown command doctr. Did you mean doctor?'],
    ['two modes at once', ['--sandbox', '--live', '-e', '1'], 'choose one of --sandbox, --replay and --live'],
    ['a port that is too high', ['sandbox', '--port', '99999'], '--port must be at most 65535'],
    ['an option of another command', ['whoami', '--json'], '--json'],
    ['a port that is not a number', ['sandbox', '--port', 'x'], '--port must be a whole number'],
    ['a notebook without a file', ['notebook', 'run'], 'at least one file'],
    ['an unknown action', ['kernel', 'dance'], 'install, uninstall and start'],
  ])('%s prints one line and exits with 2', async (_name, args, message) => {
    const { code, out, err } = await evaluated(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^patchbay: /),
      expect.stringMatching(/^See patchbay.* --help\.$/),
    ]);
  });

  it('--live without credentials names all missing variables', async () => {
    expect(await evaluated(['--live', '-e', '1'])).toEqual({
      code: 2,
      out: '',
      err: 'patchbay: --live needs credentials: PLATFORM_PROJECT_ID, PLATFORM_API_TOKEN, PLATFORM_SPACE are not set. Set them, or add a profile: patchbay profile add NAME --project ID --space HOST\n',
    });
  });
});

describe('information', () => {
  it('prints help with all commands', async () => {
    const { code, out } = await evaluated(['--help']);
    expect(code).toBe(0);
    for (const command of ['run', 'sandbox', 'notebook', 'kernel', 'whoami', 'doctor'])
      expect(out).toContain(`patchbay ${command}`);
  });

  it('never prints the token', async () => {
    const env = { PLATFORM_PROJECT_ID: 'prj', PLATFORM_API_TOKEN: 'sekrit-token', PLATFORM_SPACE: 'space.example' };
    const { code, out } = await patchbay(['whoami'], { env });
    expect(code).toBe(0);
    expect(out).toContain('space.example');
    expect(out).not.toContain('sekrit');
  });

  it('finds nothing broken here', async () => {
    const { code, out } = await patchbay(['doctor']);
    expect(out).not.toContain('✗');
    expect(out).toMatch(/✓ completion uses types \(typescript 5\./);
    expect(code).toBe(0);
  });

  it('reports in doctor that types are off', async () => {
    const { out } = await patchbay(['doctor'], { env: { PATCHBAY_TYPES: 'off' } });
    expect(out).toContain('– completion by types is off: PATCHBAY_TYPES=off');
  });
});

/** The command while it serves a sandbox, with the variables that it prints. */
async function servedSandbox(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'sandbox', ...args]);
  onTestFinished(() => void child.kill());
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk;
    if (/PLATFORM_SIGNING_KEY=.*\n/.test(said)) break;
  }
  const set = (name: string) => new RegExp(`^export ${name}=(\\S+)$`, 'm').exec(said)?.[1] as string;
  return { child, set, printed: said };
}

it('serves the sandbox to other programs', async () => {
  const { child, set } = await servedSandbox('--seed', '5');
  const authorization = `Basic ${Buffer.from(`${set('PLATFORM_PROJECT_ID')}:${set('PLATFORM_API_TOKEN')}`).toString('base64')}`;
  const answer = await fetch(`${set('PLATFORM_SPACE')}/api/relay/rest/queues`, { headers: { authorization } });
  expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length]).toEqual([200, 2]);
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('serves the sandbox with a random token or the one of --token only', async () => {
  const [first, second, chosen] = await Promise.all([
    servedSandbox(),
    servedSandbox(),
    servedSandbox('--token', 'chosen'),
  ]);
  const tokenOf = ({ set }: typeof first) => set('PLATFORM_API_TOKEN');
  const tokens = [first, second, chosen].map(tokenOf);
  expect(tokens).toEqual([expect.stringMatching(/^PT[0-9a-f]{48}$/), expect.any(String), 'chosen']);
  expect(new Set(tokens).size).toBe(3);
  const statuses = async ({ set }: typeof first, token: string) => {
    const headers = { authorization: `Basic ${btoa(`${set('PLATFORM_PROJECT_ID')}:${token}`)}` };
    const paths = ['/api/relay/rest/queues', '/_patchbay/api/'];
    return Promise.all(paths.map(async (path) => (await fetch(set('PLATFORM_SPACE') + path, { headers })).status));
  };
  const { token: fixed } = createSandbox().credentials;
  expect(await statuses(first, tokenOf(first))).toEqual([200, 200]);
  expect(await statuses(chosen, 'chosen')).toEqual([200, 200]);
  for (const server of [first, chosen])
    for (const token of [fixed, tokenOf(second), '']) expect(await statuses(server, token)).toEqual([401, 401]);
});

it('prints an address that opens the inspector once, and is not the token', async () => {
  const { set, printed } = await servedSandbox();
  const [, address = ''] = /^Inspect it at (http:\S+) /m.exec(printed) ?? [];
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_patchbay\/open\/[\w-]{32}$/);
  expect(address).not.toContain(set('PLATFORM_API_TOKEN'));
  const open = async () => (await fetch(address, { redirect: 'manual' })).status;
  expect([await open(), await open()]).toEqual([303, 403]);
});

it.each(['', 'two words', 'a;b', 'naïve'])('rejects the token %j for the sandbox', async (token) => {
  const { code, err } = await patchbay(['sandbox', '--token', token]);
  expect([code, err]).toEqual([2, expect.stringContaining('--token accepts up to 512 letters')]);
});
