import { describe, expect, it } from 'vitest';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';

describe('questions of the kernel', () => {
  const asked = (sent: readonly unknown[]) => sent.find((one) => (one as { type?: string }).type === 'input_request');

  it('are sent to the front end, and its answer decides', async () => {
    for (const [answer, meant] of [
      ['y', true],
      [' Yes ', true],
      ['', false],
      ['no', false],
    ] as const) {
      const { kernel, sent, run } = kernelWithoutSockets();
      void run('cell', { code: 'await new Promise(() => {})', allow_stdin: true });
      const decided = kernel.frontEnd.confirm('calling.dial acts on example: send it?');
      expect(asked(sent)).toMatchObject({
        content: { prompt: 'calling.dial acts on example: send it? [y/N] ', password: false },
        to: { channel: 'stdin', header: { msg_id: 'cell' } },
      });
      kernel.receive({ kind: 'input', value: answer });
      expect(await decided).toBe(meant);
    }
  });

  it('fail in a front end that does not support input', async () => {
    const { kernel, run } = kernelWithoutSockets();
    void run('cell', { code: 'await new Promise(() => {})', allow_stdin: false });
    await expect(kernel.frontEnd.confirm('calling.dial acts on example: send it?')).rejects.toThrow(
      'calling.dial acts on example: send it? You cannot answer in this front end; run the cell in a notebook',
    );
  });

  it('contain no control characters', () => {
    const { kernel, sent, run } = kernelWithoutSockets();
    void run('cell', { code: 'await new Promise(() => {})', allow_stdin: true });
    void kernel.frontEnd.input('a\x1b]52;c;AAAA\x07\u202eb');
    expect(asked(sent)).toMatchObject({ content: { prompt: 'ab' } });
  });
});
