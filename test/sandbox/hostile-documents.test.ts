import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.js';
import { receiver, serve } from '../support/loopback.js';

/** Calls a number whose server returns this document. */
async function problemsOf(body: string, bind: 'set_swml_webhook' | 'set_cxml_webhook' = 'set_swml_webhook') {
  const type = bind === 'set_cxml_webhook' ? 'application/xml' : 'text/plain';
  const server = await receiver(() => ({ body, headers: { 'content-type': type } }));
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
  await phone_numbers[bind](id, `${server.url}/doc`);
  const begin = performance.now();
  const { problems } = await sandbox.ring(number);
  const ms = performance.now() - begin;
  await server.close();
  return { problems, ms };
}

const keys = Array.from({ length: 60_000 }, (_, at) => `key${at}: 1\n`).join('');

it.each([
  ['250 kB of quotes', '"'.repeat(250_000), /Unexpected double-quoted-scalar at node end in line 1/],
  ['a megabyte of quotes', '"'.repeat(1_000_000), /more than 200,000 tokens of YAML\. Split it/],
  ['60,000 keys', keys, /more than 200,000 tokens of YAML\. Split it/],
  ['deep lists', '['.repeat(100_000), /more than 100 levels of nesting\. Split it/],
  ['deep JSON', '{"a":'.repeat(100_000), /nested more than 100 levels deep/],
  ['a key twice', 'version: 1.0.0\nsections: {}\nversion: 1.0.0\n', /Map keys must be unique in line 3/],
])('refuses a call document of %s within the time limit', async (_name, body, pattern) => {
  const { problems, ms } = await problemsOf(body);
  expect(problems).toEqual([expect.stringMatching(pattern)]);
  expect(ms).toBeLessThan(10_000);
});

it('reads a call document of 15,000 keys within the time limit', async () => {
  const many = Array.from({ length: 15_000 }, (_, at) => `key${at}: 1\n`).join('');
  const { problems, ms } = await problemsOf(`version: 1.0.0\nsections: {main: [hangup]}\n${many}`);
  expect(problems).toEqual([]);
  expect(ms).toBeLessThan(10_000);
});

it('refuses an XML document with a megabyte of open tags within the time limit', async () => {
  const { problems, ms } = await problemsOf(`<Response>${'<a>'.repeat(340_000)}`, 'set_cxml_webhook');
  expect(problems).toEqual([expect.stringContaining('the limit is 65,536')]);
  expect(ms).toBeLessThan(10_000);
});

it.each(['set_swml_webhook', 'set_cxml_webhook'] as const)('stops reading an answer of 50 MB: %s', async (bind) => {
  const piece = Buffer.alloc(2 ** 20, ' ');
  let sent = 0;
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const write = () => {
      while (sent < 50 && !response.destroyed) {
        sent++;
        if (!response.write(piece)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  });
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
  await phone_numbers[bind](id, `${server.url}/doc`);
  const { problems, outcome } = await sandbox.ring(number);
  await server.close();
  expect(problems).toEqual([expect.stringContaining('more than 1048576 bytes')]);
  expect(outcome).toBe('failed');
  expect(sent).toBeLessThan(50);
});

it('does not follow a wait document that redirects to itself without end', async () => {
  const server = await receiver(({ target }) => ({
    headers: { 'content-type': 'application/xml' },
    body:
      target === '/wait'
        ? '<Response><Redirect>/wait</Redirect></Response>'
        : '<Response><Enqueue waitUrl="/wait">support</Enqueue></Response>',
  }));
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
  await phone_numbers.set_cxml_webhook(id, `${server.url}/doc`);
  const { problems, ended } = await sandbox.ring(number);
  await server.close();
  expect(problems.at(-1)).toContain('more than 100 transfers');
  expect(ended).toContain('waits for other participants');
  expect(server.received.length).toBeLessThan(110);
});
