import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledScript } from '../support/bundled-script.js';
import { dangersIn, HOSTILE } from '../support/hostile.js';
import { UNFINISHED } from '../support/unfinished-code.js';

// A child process: if the check hangs, only SIGKILL ends it.
describe('the prompt of a dumb terminal', () => {
  let child: ChildProcess;
  let printed = '';
  beforeAll(async () => {
    const file = bundledScript(fileURLToPath(new URL('./dumb-child.ts', import.meta.url)));
    const env = { ...process.env, TERM: 'dumb', NO_COLOR: '1' };
    child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'], env });
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    await see(/› $/);
  });
  afterAll(async () => {
    child.stdin?.end();
    // A child that hangs must not outlive the test.
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver) await once(child, 'exit');
    clearTimeout(timer);
    expect(child.exitCode).toBe(0);
  }, 20_000);

  const type = (line: string) => {
    printed = '';
    child.stdin?.write(`${line}\n`);
  };

  async function see(pattern: RegExp): Promise<void> {
    const late = AbortSignal.timeout(15_000);
    while (!pattern.test(printed) && child.stdout) await once(child.stdout, 'data', { signal: late });
  }

  // First of all: V8 ends the process only where a pattern is compiled while the stack is full.
  it('accepts a template that is nested 20,000 times', async () => {
    type('`${'.repeat(20_000));
    await see(/[›…] $/);
    expect(child.exitCode).toBeNull();
  });

  it.each(UNFINISHED)('returns to the prompt after %j and runs the next input', async (source) => {
    type(source);
    await see(/[›…] $/);
    if (/… $/.test(printed)) {
      printed = '';
      child.kill('SIGINT');
      await see(/› $/);
    }
    type('6 * 7');
    await see(/^42\n.*› $/);
    expect(printed).toContain('42');
  });

  it('says what is open, once', async () => {
    type('f({');
    await see(/… $/);
    expect(printed).toContain('{ of line 1 is open. Ctrl-C clears it\n');
    type('a: 1,');
    await see(/… $/);
    expect(printed).not.toContain('is open');
    type('})');
    await see(/› $/);
  });

  it.each([
    'console.log(evil)',
    'console.table([{ [evil]: evil }])',
    'console.error(new Error(evil))',
    'process.stdout.write(evil + "\\n")',
    'process.emitWarning(evil)',
    '({ [evil]: evil })',
    '[{ id: evil, [evil]: evil }]',
    'throw Object.assign(new Error(evil), { name: evil })',
    'void Promise.reject(new Error(evil))',
    'setTimeout(() => { throw new Error(evil) })',
    '.last',
    '.history',
  ])('prints no control sequences and keeps running: %s', async (code) => {
    type(`var evil = ${JSON.stringify(HOSTILE.join(''))}`);
    await see(/› $/);
    type(code);
    await see(/› [\s\S]*$/);
    const screen = printed;
    // Late output appears before this.
    type('await new Promise((done) => setTimeout(done, 5)); "over"');
    await see(/'over'\n.*› $/);
    expect(dangersIn(screen + printed, { mayBreakLines: true })).toEqual([]);
  });
});
