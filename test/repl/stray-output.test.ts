import { expect, it } from 'vitest';
import { catchStrayOutput } from '../../src/repl/process-events.js';

it('redirects direct writes to a stream, keeps their colours and restores the stream', async () => {
  const written: unknown[] = [];
  const write = (chunk: unknown) => written.push(chunk) > 0;
  const stream = { write } as unknown as NodeJS.WriteStream;
  const caught: string[] = [];
  const giveBack = catchStrayOutput([stream], (text) => caught.push(text));
  await new Promise<void>((resolve) => stream.write('\x1b[31mred\x1b[0m\x1b[2J', () => resolve()));
  stream.write(Buffer.from('bytes'));
  giveBack();
  stream.write('after');
  expect([caught, written]).toEqual([['\x1b[31mred\x1b[0m', 'bytes'], ['after']]);
});
