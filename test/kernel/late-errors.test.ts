import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { createKernel } from '../../src/kernel/kernel.js';
import type { Content, Request, ToSockets } from '../../src/kernel/messages.js';
import { NO_TYPES } from '../../src/kernel/types.js';

/** A kernel without sockets: what it would send, and a cell that is run to its end. */
function withoutSockets() {
  const sent: ToSockets[] = [];
  let replied = () => {};
  const kernel = createKernel({
    bench: createBench(),
    types: NO_TYPES,
    history: { add() {}, answer: () => ({}) } as never,
    typeChecking: 'off',
    send(message) {
      sent.push(message);
      if (message.kind === 'reply') replied();
    },
  });
  const run = (id: string, content: Content) =>
    new Promise<void>((resolve) => {
      replied = resolve;
      const header = { msg_id: id, msg_type: 'execute_request' };
      kernel.receive({
        kind: 'request',
        request: { channel: 'shell', ids: [], header, content } as unknown as Request,
      });
    });
  return { kernel, sent, run };
}

it('an error that comes later stands under the last cell that shows anything', async () => {
  const { kernel, sent, run } = withoutSockets();
  await run('seen', { code: '1' });
  await run('unseen', { code: '2', silent: true });
  kernel.complain('Uncaught exception: late');
  expect(sent.at(-1)).toMatchObject({ kind: 'stream', name: 'stderr', parent: { msg_id: 'seen' } });
});
