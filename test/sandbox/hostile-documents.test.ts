import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { receiver, serve } from '../support/loopback.js';
import { stored } from './engine/line.js';

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

const keys = Array.from({ length: 60_000 }, (_, index) => `key${index}: 1\n`).join('');

it.each([
  ['250 kB of quotes', '"'.repeat(250_000), /Unexpected double-quoted-scalar at node end in line 1/],
  ['a megabyte of quotes', '"'.repeat(1_000_000), /more than 200,000 tokens of YAML\. Split it/],
  ['60,000 keys', keys, /more than 200,000 tokens of YAML\. Split it/],
  ['deep lists', '['.repeat(100_000), /more than 100 levels of nesting\. Split it/],
  ['an alias to its own parent', 'sections: &s\n  main:\n    - set: { a: *s }\n', /an alias refers to itself/],
  ['deep JSON', '{"a":'.repeat(100_000), /nested more than 100 levels deep/],
  ['a key twice', 'version: 1.0.0\nsections: {}\nversion: 1.0.0\n', /Map keys must be unique in line 3/],
])('refuses a call document of %s within the time limit', async (_name, body, pattern) => {
  const { problems, ms } = await problemsOf(body);
  expect(problems).toEqual([expect.stringMatching(pattern)]);
  expect(ms).toBeLessThan(10_000);
});

it('reads a call document of 15,000 keys within the time limit', async () => {
  const many = Array.from({ length: 15_000 }, (_, index) => `key${index}: 1\n`).join('');
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

const doubled = [{ set: { a: 'x'.repeat(1024) } }, ...Array.from({ length: 9 }, () => ({ set: { a: '%{a}%{a}' } }))];

it('limits the text that the placeholders of a call produce', async () => {
  const plays = Array.from({ length: 9900 }, () => ({ play: 'say:%{a}' }));
  const sandbox = await stored([...doubled, ...plays]);
  const { steps, problems } = await sandbox.ring('+12065550107');
  expect(problems[0]).toBe(
    'main[73]: the placeholders of the call produce more than 67,108,864 characters (relay_script_method_execute_failed)',
  );
  expect(steps.length).toBe(9910);
  expect(JSON.stringify(steps).length).toBeLessThan(2 ** 27);
});

it('limits the bodies that a call keeps, and says so', async () => {
  const server = await receiver(() => ({ body: 'y'.repeat(900_000) }));
  const requests = Array.from({ length: 60 }, () => ({ request: { url: `${server.url}/crm`, method: 'GET' } }));
  const { problems, ...rung } = await (await stored(requests)).ring('+12065550107');
  await server.close();
  expect(server.received).toHaveLength(60);
  expect(problems.filter((one) => !/is not set/.test(one))).toEqual([
    'the requests of the call exceed 33,554,432 characters, so the bodies of later ones are not kept',
  ]);
  const bodies = rung.requests.map(({ text }) => text.length).filter((length) => length > 1000);
  expect(bodies).toHaveLength(38);
  expect(rung.requests.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(60);
});

it('shortens a problem that quotes a long text', async () => {
  const { problems } = await (await stored([{ transfer: { dest: `ftp://${'a'.repeat(500_000)}` } }])).ring(
    '+12065550107',
  );
  expect(Math.max(...problems.map((one) => one.length))).toBeLessThan(2100);
});

it.each([
  ['white space before the declaration', ' <?xml version="1.0"?><Response/>', /declaration must be at the start/],
  ['a second declaration', '<?xml version="1.0"?><Response><?xml version="1.0"?></Response>', /declaration must be at/],
  ['an attribute twice', '<Response><Say voice="man" voice="woman">Hi</Say></Response>', /<Say> has voice twice/],
  ['a null character', '<Response><Say>a\0b</Say></Response>', /the character U\+0000 is not allowed/],
  ['a reference to a null character', '<Response><Say>&#0;</Say></Response>', /&#0; is not a character/],
  ['a reference beyond Unicode', '<Response><Say>&#xFFFFFF;</Say></Response>', /&#xFFFFFF; is not a character/],
])('refuses XML with %s', async (_name, body, pattern) => {
  const { problems } = await problemsOf(body, 'set_cxml_webhook');
  expect(problems).toEqual([expect.stringMatching(pattern)]);
  expect(problems[0]).toContain('(12100)');
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
