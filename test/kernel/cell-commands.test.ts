import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

const RECORDING = resolve('fixtures/notebooks/01-first-call.yaml');
const asUser = { onInput: () => '' };

describe('.time of a cell', () => {
  let kernel: RawKernel;
  beforeAll(async () => {
    kernel = await startRawKernel();
  }, 60_000);
  afterAll(() => kernel.kill(), 60_000);

  it('shows the value and the duration, and keeps the names', async () => {
    const { outputs, text } = await kernel.run('.time\nconst one: number = 1;\nawait null;\none + 1');
    expect(text).toMatch(/^\d+\.\d ms\n$/);
    expect(outputs).toMatchObject([{ name: 'stdout' }, { data: { 'text/plain': '2' } }]);
    expect((await kernel.run('one')).outputs).toMatchObject([{ data: { 'text/plain': '1' } }]);
  });

  it('names the line of the cell in an error and at an interrupt', async () => {
    const failed = await kernel.run('\n  .time\nconst two = 2;\nmissing()');
    const traceback = (failed.reply.traceback as string[]).join('\n').replace(/cell-\d+/, 'cell-N');
    expect(traceback).toContain('missing()');
    expect(traceback).toContain('at cell-N.ts:4:1');
    const { reply } = await kernel.runAndInterrupt(".time\nconsole.log('on');\nfor (;;) {}");
    expect((reply.traceback as string[]).join('\n')).toMatch(/at cell-\d+\.ts:3:/);
  });

  it('does not run shell commands', async () => {
    const { reply } = await kernel.run('.sh echo one', asUser);
    expect(reply.evalue).toContain('To allow them, install the kernel with patchbay kernel install --shell');
  });

  it('explains both in the help', async () => {
    const help = async (code: string) => JSON.stringify((await kernel.run(code)).outputs);
    expect(await help('.help .time')).toContain('.time in the first line of a cell');
    expect(await help('.help .sh')).toContain('Run a command of the shell');
    expect(await help('.help')).toContain('.sh');
  });
});

describe.runIf(process.platform !== 'win32')('.sh in a kernel that allows it', () => {
  let kernel: RawKernel;
  beforeAll(async () => {
    kernel = await startRawKernel({ flags: ['--shell'], env: { PLATFORM_API_TOKEN: 'PT-secret' } });
  }, 60_000);
  afterAll(() => kernel.kill(), 60_000);

  it('prints the output of the command in the cell, without a question', async () => {
    const { outputs, reply } = await kernel.run('.sh echo one; echo two >&2; echo "<$PLATFORM_API_TOKEN>"', asUser);
    expect(reply.status).toBe('ok');
    const texts = outputs.map(({ name, text }) => `${name} ${text}`).join('');
    for (const text of ['stdout one', 'stderr two', '<>']) expect(texts).toContain(text);
  });

  it('reports a failed command', async () => {
    expect((await kernel.run('.sh exit 3', asUser)).reply.evalue).toBe('`.sh exit 3` exited with code 3');
  });

  it('ends at an interrupt', async () => {
    let isSent = false;
    const { reply } = await kernel.run('.sh echo on; sleep 600', {
      ...asUser,
      onMessage({ header }) {
        if (header.msg_type === 'stream' && !isSent) void kernel.ask('control', 'interrupt_request', {});
        isSent ||= header.msg_type === 'stream';
      },
    });
    expect(reply.ename).toBe('Interrupted');
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
  });

  it.each([
    ['a program', [], {}, 'A program runs this notebook'],
    ['a replay', [`await use({ replay: ${JSON.stringify(RECORDING)} })`], asUser, 'A replay runs no shell commands'],
  ] as const)('refuses it in %s', async (_, before, watching, reason) => {
    for (const code of before) expect((await kernel.run(code)).reply.status).toBe('ok');
    expect((await kernel.run('.sh echo one', watching)).reply.evalue).toContain(reason);
    await kernel.run("await use('sandbox')");
  });
});
