import { describe, expect, it } from 'vitest';
import { Journal } from '../../src/sandbox/control/journal.js';
import { createSandbox, type Expected } from '../../src/sandbox.js';

const FROM = '+12065550100';
const TO = '+13035550111';

async function scenario() {
  const sandbox = createSandbox();
  const platform = sandbox.client();
  sandbox.webhooks.answerFrom({ send: async () => ({ status: 200, headers: {}, body: new Uint8Array() }) });
  await platform.queues.create({ name: 'billing', max_size: 5 });
  await platform.compat.messages.create({ From: FROM, To: TO, Body: 'Your code is 1234' });
  await platform.calling.dial({
    ...{ from: FROM, to: '+15005550101', swml: { sections: { main: [{ answer: {} }] } } },
    status_url: 'http://127.0.0.1:9/status',
  });
  await sandbox.run(60);
  return sandbox;
}

describe('sandbox.verify', () => {
  it.each<[string, Expected]>([
    [
      'a request with some of its fields',
      { request: { operation: 'queues.create', fields: { name: 'billing' } }, times: 1 },
    ],
    ['requests of a namespace', { request: { operation: 'queues' }, times: 1 }],
    ['a request that did not happen', { request: { operation: 'queues.delete' }, times: 0 }],
    ['a message by a part of its text', { message: { to: TO, text: { $contains: 'code is' } }, times: 1 }],
    ['a message by a pattern', { message: { text: { $matches: '\\d{4}$' } } }],
    ['a call', { call: { to: '+15005550101', status: 'busy' }, times: 1 }],
    ['a callback by a field of its payload', { callback: { payload: { event_type: { $any: true } } }, at_least: 1 }],
    ['at most some requests', { request: {}, at_most: 3 }],
  ])('accepts %s', async (_, expected) => {
    expect((await scenario()).verify([expected])).toMatchObject({ passed: true, difference: null });
  });

  it('does not count what the sample account did before the start', async () => {
    const sandbox = createSandbox();
    expect(sandbox.calls().length).toBeGreaterThan(0);
    expect(sandbox.verify([{ call: {}, times: 0 }]).difference).toBeNull();
  });

  it('describes what is missing by the record that fits best', async () => {
    const sandbox = await scenario();
    const fields = { name: 'support', max_size: 5, colour: 'red' };
    expect(sandbox.verify([{ request: { operation: 'queues.create', fields }, times: 1 }]).difference).toBe(
      [
        'Expected once: request {"operation":"queues.create","fields":{"name":"support","max_size":5,"colour":"red"}}',
        'Found: 0 of 3 requests',
        'Closest: request 1 at 2025-06-02T09:00:01.000Z',
        '  fields.name: expected "support", found "billing"',
        '  fields.colour: expected "red", found nothing',
      ].join('\n'),
    );
  });

  it('describes what is too much', async () => {
    expect((await scenario()).verify([{ message: { to: TO }, times: 0 }])).toMatchObject({
      passed: false,
      difference: `Expected never: message {"to":"${TO}"}\nFound: 1 of 1 message`,
      expectations: [{ passed: false, count: 1 }],
    });
  });

  it('checks the order only if it should', async () => {
    const sandbox = await scenario();
    const queue = { request: { operation: 'queues.create' } };
    const call = { call: { to: '+15005550101' } };
    expect(sandbox.verify([queue, call], { in_order: true }).difference).toBeNull();
    expect(sandbox.verify([call, queue]).difference).toBeNull();
    expect(sandbox.verify([call, queue], { in_order: true }).difference).toMatch(
      /^Expected in order: request .*queues\.create.* as number 2\nIt did not happen after: call /,
    );
    expect(sandbox.verify([{ ...queue, times: 1 }, queue], { in_order: true }).passed).toBe(false);
  });

  it.each<[Expected, string]>([
    [{}, 'expectation 1 must have one of request, message, call, callback'],
    [{ message: { txt: 'x' } }, 'unknown field txt of message. Did you mean text?'],
    [{ request: { operation: 'queues.lst' } }, 'unknown operation queues.lst. Did you mean queues.list?'],
  ])('refuses %j', (expected, problem) => {
    expect(() => createSandbox().verify([expected])).toThrow(problem);
  });

  it('counts by operation, whatever other requests there are', async () => {
    const sandbox = createSandbox();
    const { queues } = sandbox.client();
    const { id } = await queues.create({ name: 'c' });
    for (let index = 0; index < 20; index++) await queues.update(id, { name: index % 3 === 0 ? 'a' : 'b' });
    const count = (name: string) =>
      sandbox.verify([{ request: { operation: 'queues.update', fields: { name } }, times: 0 }]).expectations[0]?.count;
    expect([count('a'), count('b'), count('c')]).toEqual([7, 13, 0]);
    sandbox.reset();
    expect(count('a')).toBe(0);
  });
});

describe('the fields of requests', () => {
  it('are forgotten, the oldest first, before their bodies take too much memory', () => {
    const journal = new Journal();
    const entry = {
      kind: 'request',
      method: 'POST',
      path: '/',
      operation: null,
      status: 200,
      fault: null,
      reason: null,
    };
    for (let index = 0; index < 100; index++)
      journal.add(new Date(index), { ...entry, kind: 'request' }, { fields: { index }, length: 2 ** 20 });
    const withFields = journal.requests().filter(({ fields }) => 'index' in fields);
    expect(withFields.length).toBeGreaterThanOrEqual(4);
    expect(withFields.length).toBeLessThanOrEqual(8);
    expect(withFields.at(-1)?.fields).toEqual({ index: 99 });
    expect(JSON.stringify(journal.entries())).not.toContain('index');
  });
});
