import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import type { Request } from '../../src/kernel/wire/messages.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';

const text = (sent: readonly unknown[]) =>
  JSON.stringify(sent.filter((one) => JSON.stringify(one).includes('traceback')));

async function errorOf(codes: readonly string[], savedCells: readonly string[] = []) {
  const { sent, run } = kernelWithoutSockets(createBench(), savedCells);
  for (const code of codes.slice(0, -1)) await run('before', { code, stop_on_error: false });
  const from = sent.length;
  await run('last', { code: codes.at(-1), stop_on_error: false });
  return text(sent.slice(from));
}

it('names the cell that failed before it declared the name', async () => {
  const error = await errorOf(["const numbers: string[] = JSON.parse('oh')", 'numbers.length']);
  expect(error).toContain('In[1] declares numbers, but failed. Correct it and run it again');
  expect(error).not.toContain('Did you mean');
});

it('quotes the start of the cell in the saved notebook that declares the name', async () => {
  const saved = ['// numbers come later', 'const { data: numbers } = await list();\nnumbers.length', 'numbers.at(0)'];
  const error = await errorOf(['numbers.at(0)'], saved);
  expect(error).toContain(
    'numbers is not defined yet: run the cell that defines it. In the saved notebook, it starts with',
  );
  expect(error).toContain('`const { data: numbers } = await list();`');
});

it.each([
  ['a parameter of a function', ['const f = (numbers) => numbers.length']],
  ['the running cell itself', ['numbers; let numbers = 1']],
  ['a cell that cannot be parsed', ['const numbers = = 1']],
])('does not name a cell because of %s', async (_, saved) => {
  const code = saved[0]?.startsWith('numbers;') ? 'numbers; let numbers = 1' : 'numbers';
  expect(await errorOf([code], saved)).not.toContain('not defined yet');
});

it('does not take a name inside of an imported function for one of the notebook', async () => {
  const error = await errorOf(["(0, eval)('missing')"], ['const missing = 1']);
  expect(error).toContain('missing is not defined');
  expect(error).not.toContain('not defined yet');
});

it('names a cell that did not run, because a cell before it failed', async () => {
  const { kernel, sent, run } = kernelWithoutSockets();
  const header = { msg_id: 'second', msg_type: 'execute_request' };
  const second = { channel: 'shell', ids: [], header, content: { code: 'const later = 2' } } as unknown as Request;
  const first = run('first', { code: "throw new Error('first')" });
  kernel.receive({ kind: 'request', request: second });
  // The thread of the sockets answers a fence when it has passed on all requests.
  while (!sent.some((one) => typeof one === 'object' && one.kind === 'fence')) await new Promise(setImmediate);
  kernel.receive({ kind: 'fence' });
  await first;
  await run('third', { code: 'later', stop_on_error: false });
  expect(text(sent)).toContain('later is not defined yet: run the cell that starts with `const later = 2`');
});
