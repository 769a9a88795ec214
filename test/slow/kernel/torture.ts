import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningKernel, startKernel } from '../../../src/kernel/index.js';

const CELLS = 200;
const MEGABYTES = 50;
/** A kernel that is alive answers within this, also on a machine that does much else. */
const AT_ONCE_MS = 10_000;

/** A bad day for one kernel. Answers what did not hold. */
export async function checkTorture(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  const env = { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: 'off' };
  let kernel = await startKernel({ cwd: folder, env });
  try {
    const held =
      (await interruptEachSecond(kernel)) ||
      (await busyAfterAwait(kernel)) ||
      (await throwInTimer(kernel)) ||
      (await flood(kernel)) ||
      (await stillThere(kernel, 'kept', String(CELLS)));
    if (held) return held;
    await kernel.shutdown();
    kernel = await startKernel({ cwd: folder, env });
    return await stillThere(kernel, 'typeof kept', "'undefined'");
  } finally {
    await kernel.shutdown();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each second cell never ends by itself: by turns it waits, computes, computes in a callback, or floods. */
const ENDLESS = [
  'on(); await new Promise(() => {})',
  'on(); for (;;) {}',
  'await 0; on(); for (;;) {}',
  'await new Promise(() => setTimeout(() => { on(); for (;;) {} }, 0))',
  'on(); for (;;) await null',
  "for (;;) { console.log('x'.repeat(100)); await new Promise(setImmediate) }",
];

async function interruptEachSecond(kernel: RunningKernel): Promise<string> {
  await kernel.request('execute_request', { code: "var kept = 0; var on = () => console.log('on')" });
  for (let i = 1; i <= CELLS; i++) {
    const endless = i % 2 === 0 ? ENDLESS[(i / 2) % ENDLESS.length] : '';
    let asked: Promise<unknown> | undefined;
    const cell = kernel.request('execute_request', { code: `kept = ${i}; ${endless}` }, ({ header }) => {
      if (endless && header.msg_type === 'stream' && !asked) asked = kernel.control('interrupt_request', {});
    });
    const { reply } = await soon(cell, `cell ${i} (${endless || 'no loop'})`);
    await asked;
    const expected = endless ? 'Interrupted' : undefined;
    if (reply.ename !== expected) return `cell ${i} (${endless}) ended as ${reply.ename ?? reply.status}`;
    const problem = await stillThere(kernel, 'kept', String(i));
    if (problem) return `after cell ${i} (${endless}): ${problem}`;
  }
  return '';
}

async function busyAfterAwait(kernel: RunningKernel): Promise<string> {
  // During a computation, the kernel still answers requests.
  let asked: Promise<unknown> | undefined;
  const cell = kernel.request('execute_request', { code: 'await 0; for (;;) {}' }, ({ header }) => {
    if (header.msg_type !== 'execute_input') return;
    asked = soon(kernel.request('kernel_info_request', {}), 'kernel_info while a cell computes').then(() =>
      kernel.control('interrupt_request', {}),
    );
  });
  const { reply } = await soon(cell, 'the busy loop');
  await asked;
  return reply.ename === 'Interrupted' ? '' : `the busy loop ended as ${reply.ename}`;
}

async function throwInTimer(kernel: RunningKernel): Promise<string> {
  const code = "setTimeout(() => { throw new Error('late') }, 1); await new Promise((done) => setTimeout(done, 20))";
  const { reply, published } = await soon(kernel.request('execute_request', { code }), 'a throw in a timer');
  const said = published.some(({ content }) => String(content.text).includes('Uncaught exception: Error: late'));
  return reply.status === 'ok' && said ? '' : 'an error in a timer is not reported';
}

async function flood(kernel: RunningKernel): Promise<string> {
  let bytes = 0;
  const line = 'x'.repeat(99);
  const code = `for (let i = 0; i < ${MEGABYTES * 10_000}; i++) console.log('${line}')`;
  const { reply } = await kernel.request('execute_request', { code }, ({ content }) => {
    if (typeof content.text === 'string') bytes += content.text.length;
  });
  const sent = MEGABYTES * 1_000_000;
  return reply.status === 'ok' && bytes === sent ? '' : `${bytes} of ${sent} bytes of output arrived`;
}

async function stillThere(kernel: RunningKernel, expression: string, expected: string): Promise<string> {
  const asked = kernel.request('execute_request', { code: '', silent: true, user_expressions: { it: expression } });
  const { reply } = await soon(asked, 'an answer');
  const { it } = reply.user_expressions as { it: { data?: Record<string, string> } };
  const got = it.data?.['text/plain'];
  return got === expected ? '' : `${expression} is ${got}, not ${expected}`;
}

export async function soon<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${AT_ONCE_MS} ms`)), AT_ONCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
