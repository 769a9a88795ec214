import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Bench, type BenchOptions, createBench } from '../../src/bench/index.js';
import { sessionEntry } from '../../src/bench/transcript/session-entry.js';

const benches: Bench[] = [];
afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));
function newBench(options: BenchOptions = {}): Bench {
  const bench = createBench({ isPrompt: true, ...options });
  benches.push(bench);
  return bench;
}
const printed = ({ log }: Bench) =>
  log.events.flatMap((event) => (event.kind === 'console' ? [`${event.stream} ${event.text}`] : []));
async function messageOf(bench: Bench, source: string): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok ? '' : String((outcome.error as Error).message);
}

describe('!command', () => {
  it('asks once a session, and prints the output of the command', async () => {
    const questions: string[] = [];
    const bench = newBench({ ask: async (question) => questions.push(question) > 0 });
    expect(await bench.run('!echo one; echo two >&2')).toEqual({ ok: true, value: undefined });
    expect(await messageOf(bench, '! ./no-such-file')).toBe('`!./no-such-file` exited with code 127');
    expect(questions).toEqual([
      'Run echo one; echo two >&2 in a shell? Later commands of this session run without a question.',
    ]);
    expect(printed(bench).slice(0, 2).toSorted()).toEqual(['stderr two\n', 'stdout one\n']);
  });

  it('does not run without a yes, and asks again the next time', async () => {
    let asked = 0;
    const bench = newBench({ ask: async () => ++asked > 1 });
    expect(await messageOf(bench, '!echo one')).toBe('`!echo one` did not run, because you did not confirm it');
    expect(printed(bench)).toEqual([]);
    expect(await messageOf(bench, '!echo one')).toBe('');
  });

  it('does not ask with --yes', async () => {
    expect(await messageOf(newBench(), '!true')).toBe('');
  });

  it.each([
    ['git status', 'To run a command of a terminal, type `!git status`'],
    ['npm install lodash', 'To install a package, type `!npm install lodash`'],
    ['$ made-here', 'To run a command of a terminal, type `!made-here`'],
  ])('is what a prompt suggests for %s', async (source, message) => {
    expect(await messageOf(newBench(), source)).toBe(message);
  });

  it.each([
    '!true',
    '!done',
    '!list.length',
    '!1',
    "!'text'",
    '!(1)',
    '![1]',
    '!/a/.test("a")',
    '!globalThis.x',
    '!typeof x',
  ])('%s negates a value', async (source) => {
    const bench = newBench({ ask: () => Promise.reject(new Error('asked')) });
    await bench.run('var done = false, list = []');
    expect(await bench.run(source)).toEqual({ ok: true, value: expect.any(Boolean) });
  });

  it('explains why a command of a notebook, of -e, of a file and in a replay does not run', async () => {
    expect(await messageOf(newBench({ isPrompt: false }), '!ls')).toMatch(
      /^`!ls` did not run\. Shell commands run only when you type them at the prompt, because .*execSync\("ls"\)/,
    );
    const bench = newBench();
    Object.defineProperty(bench, 'mode', { value: { kind: 'replay', file: 'x.yaml' } });
    expect(await messageOf(bench, '!ls')).toMatch(/^`!ls` did not run\. A replay runs no shell commands, because /);
  });

  it('hides the account of the platform from the command', async () => {
    process.env.PLATFORM_API_TOKEN = 'PT-secret-token-value';
    process.env.OTHER_COPY = 'x:PT-profile-token-1234';
    const profile = { project: 'p', host: 'h', token: 'PT-profile-token-1234' };
    const bench = newBench({ profiles: () => ({ own: profile }) });
    await bench.run('!env | grep -c "PLATFORM_API_TOKEN\\|OTHER_COPY"; echo $HOME');
    Reflect.deleteProperty(process.env, 'PLATFORM_API_TOKEN');
    Reflect.deleteProperty(process.env, 'OTHER_COPY');
    expect(printed(bench).join('')).toContain('stdout 0\n');
    expect(printed(bench).join('')).toContain(String(process.env.HOME));
  });

  it('is not in recordings and saved sessions', async () => {
    const bench = newBench();
    await bench.run('!echo hello');
    await bench.run('1 + 1');
    expect(bench.log.events.flatMap((event) => sessionEntry(event) ?? [])).toEqual([
      { kind: 'input', source: '1 + 1' },
      { kind: 'output', text: '2' },
    ]);
  });

  it('ends with its whole group at Ctrl-C', async () => {
    const bench = newBench();
    const started = new Promise<void>((resolve) => {
      bench.log.follow((event) => event.kind === 'console' && resolve());
    });
    const run = bench.run('!sleep 600 & echo $!; wait');
    await started;
    const child = Number(printed(bench)[0]?.split(' ')[1]);
    bench.interrupt();
    const outcome = await run;
    expect(outcome).toMatchObject({ ok: false, error: { name: 'Interrupted' } });
    await vi.waitFor(() => expect(isRunning(child)).toBe(false));
    expect(await bench.run('1 + 1')).toEqual({ ok: true, value: 2 });
  });
});

/** A process that ended and that its parent has not collected yet does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('.sh', () => {
  it('is also .sh', async () => {
    const bench = newBench({ ask: async () => true });
    expect(await bench.run('.sh echo one')).toEqual({ ok: true, value: undefined });
    expect(printed(bench)).toEqual(['stdout one\n']);
    expect(await messageOf(bench, '.sh exit 3')).toBe('`.sh exit 3` exited with code 3');
    expect(await messageOf(bench, '.sh')).toBe('.sh requires a command, such as `.sh ls -l`');
    expect(await messageOf(newBench({ isPrompt: false }), '.sh echo one')).toContain('`.sh echo one` did not run.');
  });

  it('runs without a question where it is allowed, except in a replay', async () => {
    let refusal: string | undefined = 'Not here.';
    const ask = () => Promise.reject(new Error('asked'));
    const bench = newBench({ isPrompt: false, ask, shellRefusal: () => refusal });
    expect(await messageOf(bench, '.sh echo one')).toBe('`.sh echo one` did not run. Not here.');
    refusal = undefined;
    expect(await messageOf(bench, '.sh echo one')).toBe('');
    await bench.use({ kind: 'replay', file: 'fixtures/notebooks/01-first-call.yaml' });
    expect(await messageOf(bench, '.sh echo two')).toContain('A replay runs no shell commands');
    expect(printed(bench)).toEqual(['stdout one\n']);
  });
});
