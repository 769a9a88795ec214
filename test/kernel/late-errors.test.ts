import { expect, it } from 'vitest';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';

it('prints a late error below the last cell that was not silent', async () => {
  const { kernel, sent, run } = kernelWithoutSockets();
  await run('seen', { code: '1' });
  await run('unseen', { code: '2', silent: true });
  kernel.frontEnd.printLateError('Uncaught exception: late');
  expect(sent.at(-2)).toMatchObject({ kind: 'stream', name: 'stderr', parent: { msg_id: 'seen' } });
  expect(sent.at(-1)).toBe('Uncaught exception: late\n');
});
