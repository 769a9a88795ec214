import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
  await kernel.run(
    "var at = 0; var { execSync, spawn } = require('node:child_process'); var tick = () => new Promise((done) => setTimeout(done, 1))",
  );
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

/** All loops are interrupted in one kernel, each several times: an interrupt leaves nothing behind. */
const LOOPS = ['await null', 'try { await null } catch {}', 'await (async () => {})()'];
const CATCHING_LOOPS = [
  'for (;;) { try { await Promise.reject(1) } catch {} }',
  'for (;;) { try { await (async () => { throw 1 })() } catch {} }',
  'await (async () => { for (;;) { try { await Promise.reject(1) } catch {} } })()',
  'for (;;) { try { await Promise.all([Promise.reject(1), null]) } catch {} }',
  'for (;;) { try { throw 1 } catch {} }',
  'function again() { Promise.reject(1).then(0, again) } again(); await new Promise(() => {})',
  'await (async () => { for (;;) try { await new Promise((done) => setTimeout(done, 0)) } catch {} })()',
];
const interrupted = { status: 'error', ename: 'Interrupted' };

it('ends a loop that catches the interrupt', async () => {
  const code = "console.log('on'); for (;;) { try { await tick(); at += 1 } catch {} }";
  expect((await kernel.runAndInterrupt(code)).reply).toMatchObject(interrupted);
  const { outputs } = await kernel.run(
    'for (let i = 0; i < 20; i++) await tick(); var then = at; for (let i = 0; i < 20; i++) await tick(); at - then',
  );
  expect(outputs).toMatchObject([{ data: { 'text/plain': '0' } }]);
});

it.each(LOOPS)('ends a loop that does nothing but wait: %s', async (loop) => {
  for (let round = 0; round < 4; round++)
    expect((await kernel.runAndInterrupt(`console.log('on'); for (;;) ${loop}`)).reply).toMatchObject(interrupted);
  expect((await kernel.run('1')).text).toBe('');
});

it.each(CATCHING_LOOPS)('ends a loop that catches errors: %s', async (loop) => {
  for (let round = 0; round < 3; round++) {
    const { reply, text } = await kernel.runAndInterrupt(`console.log('on'); ${loop}`);
    expect([reply, text]).toMatchObject([interrupted, 'on\n']);
  }
  expect((await kernel.run('1')).text).toBe('');
});

it('ends a loop that catches failed requests', async () => {
  const { reply } = await kernel.runAndInterrupt(
    "console.log('on'); for (;;) { try { await fetch('http://127.0.0.1:1') } catch {} }",
  );
  expect(reply).toMatchObject(interrupted);
});

it('ends a busy cell that is interrupted many times', async () => {
  for (let round = 0; round < 3; round++) {
    let sent: Promise<void> | undefined;
    const interruptOften = async () => {
      for (let count = 0; count < 240; count++)
        await kernel.ask('control', count % 40 === 0 ? 'interrupt_request' : 'kernel_info_request', {});
    };
    const { reply } = await kernel.run("console.log('on'); for (;;) {}", {
      onMessage: ({ header }) => {
        if (header.msg_type === 'stream') sent ??= interruptOften();
      },
    });
    expect(reply).toMatchObject(interrupted);
    await sent;
  }
  // The last interrupts may arrive after the end of the cell.
  let status: unknown;
  while (status !== 'ok') ({ status } = (await kernel.run('1')).reply);
});

it('allows an interrupted cell to await its cleanup', async () => {
  const code = "console.log('on'); try { await new Promise(() => {}) } finally { await tick(); at = -1 }";
  expect((await kernel.runAndInterrupt(code)).reply).toMatchObject(interrupted);
  expect((await kernel.run('await tick(); 1')).reply.status).toBe('ok');
});

it.each(['await(1, go)', 'await [1, go][1]', 'await((x) => x)(go)', 'await await go', 'await go'])(
  'keeps the meaning of %s',
  async (code) => {
    const { outputs } = await kernel.run(code.replace('go', 'Promise.resolve(2)'));
    expect(outputs).toMatchObject([{ data: { 'text/plain': '2' } }]);
  },
);

it.each([
  ['a loop', '\nfor (;;) {}', ['at cell-N.ts:2:']],
  [
    'a loop in a function',
    'function busy(): void {\n  for (;;) {}\n}\n\nbusy()',
    ['at busy (cell-N.ts:2:', 'at cell-N.ts:5:1'],
  ],
  ['an await', 'const a = 1;\nawait new Promise(() => {})', ['at cell-N.ts:3:1']],
  ['a loop after an await', 'await tick();\nfor (;;) {}', ['at cell-N.ts:3:']],
  ['a loop that awaits', 'for (;;)\n  await null', ['at cell-N.ts:3:']],
])('names the line of %s that it interrupts', async (_, code, places) => {
  const source = /^(\n|function)/.test(code) ? code : `\n${code}`;
  const { reply } = await kernel.runAndInterrupt(`console.log('on');${source}`);
  const frames = (reply.traceback as string[]).join('\n').replace(/cell-\d+/g, 'cell-N');
  for (const place of places) expect(frames).toContain(place);
});

it.runIf(process.platform !== 'win32').each(['for (;;) {}', 'await new Promise(() => {})', 'for (;;) await null'])(
  'stops a cell at a SIGINT of the process, once: %s',
  async (code) => {
    for (let round = 0; round < 3; round++) {
      let isSent = false;
      const { reply } = await kernel.run(`console.log('on');\n${code}`, {
        onMessage({ header }) {
          if (header.msg_type !== 'stream' || isSent) return;
          isSent = true;
          kernel.process.kill('SIGINT');
        },
      });
      expect(reply).toMatchObject(interrupted);
      expect((await kernel.run('await tick(); 6 * 7')).reply.status).toBe('ok');
    }
  },
);

it.runIf(process.platform !== 'win32')('ignores a SIGINT while no cell runs', async () => {
  kernel.process.kill('SIGINT');
  await kernel.ask('shell', 'kernel_info_request', {});
  const { reply, text } = await kernel.run('await tick(); 6 * 7');
  expect([reply.status, text]).toEqual(['ok', '']);
});

// The shell would wait for its child before it handles the signal.
it.runIf(process.platform !== 'win32')('ends a command that a cell waits for, and no other one', async () => {
  await kernel.run("var other = spawn('sleep', ['600']); other.on('exit', () => { at = 7 }); undefined");
  const code = "console.log('on'); await tick(); execSync('sleep 600; sleep 600')";
  const { reply, outputs: shown } = await kernel.runAndInterrupt(code);
  expect([reply, shown.map(({ type, text }) => [type, text])]).toMatchObject([
    interrupted,
    [
      ['stream', 'on\n'],
      ['error', undefined],
    ],
  ]);
  const { outputs } = await kernel.run('await tick(); [at === 7, other.kill()]');
  expect(outputs).toMatchObject([{ data: { 'text/plain': '[ false, true ]' } }]);
  expect((await kernel.run('let typed: number = 6; typed')).reply.status).toBe('ok'); // esbuild still runs
});

it.runIf(process.platform !== 'win32')('ends no other command while the cell has not started its own', async () => {
  const code =
    "var other = spawn('sleep', ['600']); console.log('on'); execSync('true', { get cwd() { for (;;) {} } })";
  expect((await kernel.runAndInterrupt(code)).reply).toMatchObject(interrupted);
  const { outputs } = await kernel.run('await tick(); [other.exitCode, other.signalCode, other.kill()]');
  expect(outputs).toMatchObject([{ data: { 'text/plain': '[ null, null, true ]' } }]);
});

it.runIf(process.platform !== 'win32')(
  'ends the command that started last, also within one step of the clock',
  async () => {
    const code = "console.log('on'); var other = spawn('sleep', ['600']); execSync('sleep 600')";
    for (let round = 0; round < 5; round++) {
      expect((await kernel.runAndInterrupt(code)).reply).toMatchObject(interrupted);
      const { outputs } = await kernel.run('await tick(); [other.exitCode, other.signalCode, other.kill()]');
      expect(outputs).toMatchObject([{ data: { 'text/plain': '[ null, null, true ]' } }]);
    }
  },
);

it.runIf(process.platform !== 'win32').each(["console.log('after')", 'at = 8'])(
  'says why a native function is not interrupted, and ends the cell after it: %s',
  async (after) => {
    const folder = mkdtempSync(join(kernel.folder, 'pipes-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Reads until the test writes, which it does when it has read the reason.
    const code = `console.log('on'); require('node:fs').readFileSync(${JSON.stringify(pipe)}); ${after}`;
    let text = '';
    const { reply } = await kernel.run(code, {
      onMessage({ content, header }) {
        if (header.msg_type !== 'stream') return;
        if (text === '') void kernel.ask('control', 'interrupt_request', {});
        else writeFileSync(pipe, '');
        text += content.text;
      },
    });
    expect(text).toMatch(/^on\nThe interrupt waits: the cell is in a native function that cannot be stopped[^\n]*\n$/);
    expect(reply).toMatchObject(interrupted);
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
  },
);

it('shows late output below the cell that caused it', async () => {
  await kernel.run(
    "var go: () => void, end: () => void; void new Promise<void>((done) => { go = done }).then(async () => { await tick(); console.log('late'); display('shown'); end() }); 1",
  );
  const { text } = await kernel.run("console.log('own'); await new Promise<void>((done) => { end = done; go() })");
  expect(text).toBe('own\n');
  expect(kernel.late).toMatchObject([{ text: 'late\n' }, { data: { 'text/plain': "'shown'" } }]);
});

it('prints a promise without properties of the async context', async () => {
  const { text } = await kernel.run('console.log(new Promise(() => {}), tick())');
  expect(text).toBe('Promise { <pending> } Promise { <pending> }\n');
});
