import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

type Content = Readonly<Record<string, unknown>>;

const LOOPS = ['for (;;) {}', 'while (true);', 'for (;;) await null'];
let kernel: RawKernel;

/** Sends a request while a cell loops, and ends the loop when the reply is there. */
async function whileBusy(loop: string, type: string, content: Content): Promise<Content> {
  let asked: Promise<{ reply: Content }> | undefined;
  let isEnded = false;
  const cell = kernel.run(`console.log('on'); ${loop}`, {
    onMessage({ header }) {
      if (header.msg_type !== 'stream') return;
      asked ??= kernel.ask('shell', type, content).then((answered) => {
        expect(isEnded).toBe(false);
        void kernel.ask('control', 'interrupt_request', {});
        return answered;
      });
    },
  });
  const { reply } = await cell;
  isEnded = true;
  expect(reply).toMatchObject({ ename: 'Interrupted' });
  return (await asked)?.reply ?? {};
}

const complete = async (loop: string, code: string) =>
  (await whileBusy(loop, 'complete_request', { code, cursor_pos: code.length })).matches;
const inspect = (loop: string, code: string) =>
  whileBusy(loop, 'inspect_request', { code, cursor_pos: code.length, detail_level: 0 });

describe('a kernel without a compiler, while a cell computes', () => {
  beforeAll(async () => {
    kernel = await startRawKernel();
    await kernel.run('const myQueues = [1]; const registry2 = 1; function myHelper() {}');
  }, 60_000);
  afterAll(() => kernel.kill(), 60_000);

  it.each(LOOPS)('completes operations: %s', async (loop) => {
    expect(await complete(loop, 'await platform.queues.cre')).toEqual(['create']);
  });

  it('completes the fields of an operation, names of the session and those of notebooks', async () => {
    expect(await complete('for (;;) {}', 'platform.queues.create({ max_s')).toEqual(['max_size']);
    expect(await complete('for (;;) {}', 'my')).toEqual(['myQueues', 'myHelper']);
    expect(await complete('for (;;) {}', 'display.prog')).toEqual(['progress']);
  });

  it('shows help, and that it has no values', async () => {
    const reply = await inspect('for (;;) {}', 'platform.queues.create');
    expect(reply).toMatchObject({ found: true });
    const text = String((reply.data as Content)['text/plain']);
    expect(text).toContain('max_size');
    expect(text).toContain('A cell is running, so this help cannot show values.');
  });

  it('shows no value for a name of the session, which it does not know', async () => {
    expect(await inspect('for (;;) {}', 'myQueues')).toMatchObject({ found: false });
    await kernel.run('const use = 5');
    expect(await inspect('for (;;) {}', 'use')).toMatchObject({ found: false });
  });

  it('answers each request once, also when the loop ends in the meantime', async () => {
    const code = 'platform.queues.cre';
    for (const ms of [150, 240, 250, 260, 400]) {
      const asked: Promise<{ reply: Content }>[] = [];
      const cell = kernel.run(`console.log('on'); for (const end = Date.now() + ${ms}; Date.now() < end; );`, {
        onMessage({ header }) {
          if (header.msg_type === 'stream')
            asked.push(kernel.ask('shell', 'complete_request', { code, cursor_pos: code.length }));
        },
      });
      expect((await cell).reply.status).toBe('ok');
      for (const { reply } of await Promise.all(asked)) expect(reply.matches).toEqual(['create']);
    }
  });

  it('shows values again when no cell runs', async () => {
    const { reply } = await kernel.ask('shell', 'inspect_request', {
      code: 'myQueues',
      cursor_pos: 8,
      detail_level: 0,
    });
    expect((reply.data as Content)['text/plain']).toContain('[ 1 ]');
  });
});

describe('a kernel with a compiler, while a cell computes', () => {
  beforeAll(async () => {
    kernel = await startRawKernel({ env: { PATCHBAY_TYPES: 'warn' } });
    await kernel.run('const words = ["a"]', { onInput: () => '' }); // types are checked for users
    // The reply waits until the compiler has loaded.
    await kernel.ask('shell', 'inspect_request', { code: 'Math.max', cursor_pos: 8, detail_level: 0 });
  }, 60_000);
  afterAll(() => kernel.kill(), 60_000);

  it('completes the members of a variable by its type', async () => {
    expect(await complete('for (;;) {}', 'words.toUpp')).toEqual([]);
    expect(await complete('for (;;) {}', 'words.reduceR')).toEqual(['reduceRight']);
  });

  it('shows the type of a variable', async () => {
    const reply = await inspect('for (;;) {}', 'words');
    expect(String((reply.data as Content)['text/plain'])).toMatch(/const words: string\[\]/);
  });
});
