import { describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { type Fault, FaultPlan } from '../../src/sandbox/control/faults.js';
import { VirtualClock } from '../../src/sandbox/time/clock.js';
import { createSandbox } from '../../src/sandbox.js';

const FAULTS: readonly (readonly [string, Fault, object])[] = [
  ['a status', { status: 503 }, { status: 503 }],
  [
    'a status with a message',
    { status: 422, message: 'no such item' },
    { status: 422, message: expect.stringContaining('no such item') },
  ],
  ['a reset', { kind: 'reset' }, { status: 0, cause: { kind: 'reset' } }],
  ['a truncated response', { kind: 'truncated' }, { status: 0, cause: { kind: 'reset' } }],
  ['no response', { kind: 'timeout' }, { status: 0, cause: { kind: 'timeout' } }],
];

describe.each(FAULTS)('%s', (_, fault, seen) => {
  it('occurs N times, equally in process and over a connection', async () => {
    const sandbox = createSandbox();
    const { credentials, close } = await sandbox.listen();
    for (const client of [sandbox.client(), new RestClient(credentials)]) {
      sandbox.faults.add('queues.list', fault, { times: 1 });
      const once = client.with({ timeout_ms: 1_000, retries: 0 });
      await expect(once.queues.list().then()).rejects.toMatchObject(seen);
      expect((await once.queues.list()).data).toHaveLength(2);
    }
    await close();
  });
});

describe('faults', () => {
  it('affect a namespace or all operations until they are cleared', async () => {
    const { faults, client } = createSandbox();
    const platform = client().with({ retries: 0 });
    faults.add('queues', { status: 500 });
    await expect(platform.queues.list().then()).rejects.toMatchObject({ status: 500 });
    await platform.phone_numbers.list();
    faults.add('*', { status: 502 });
    await expect(platform.phone_numbers.list().then()).rejects.toMatchObject({ status: 502 });
    expect(faults.list()).toHaveLength(2);
    faults.clear('*');
    await platform.phone_numbers.list();
    faults.clear();
    await platform.queues.list();
  });

  it.each([
    ['queues', ['queues.list', 'queues', 'queues.get'], ['phone_numbers.list', '*']],
    ['queues.list', ['queues.list'], ['queues', 'queues.get', '*']],
    ['*', ['*', 'queues', 'queues.list'], []],
  ])('are removed by clear(%j) from each operation that it names', (name, removed, kept) => {
    const { faults } = createSandbox();
    for (const operation of [...removed, ...kept]) faults.add(operation, { status: 500 });
    faults.clear(name);
    expect(faults.list().map(({ operation }) => operation)).toEqual(kept);
  });

  it.each([
    [409, 'Conflict'],
    [422, 'Invalid Attribute'],
    [429, 'Too Many Requests'],
  ])('with status %i have the title %s', async (status, title) => {
    const { faults, client } = createSandbox();
    faults.add('queues', { status });
    const list = client().with({ retries: 0 }).queues.list();
    await expect(list.then()).rejects.toMatchObject({ body: { errors: [{ status: `${status}`, title }] } });
  });

  it('limit the rate by the clock of the sandbox', async () => {
    const { faults, client, clock } = createSandbox();
    const platform = client().with({ retries: 0 });
    faults.limit({ requests: 2, seconds: 60 });
    await platform.queues.list();
    await platform.queues.list();
    await expect(platform.queues.list().then()).rejects.toMatchObject({ status: 429, retry_after: 58 });
    clock.advance(58);
    await platform.queues.list();
  });

  it('accept a client that waited for Retry-After, and report the remaining time', () => {
    let realMs = 0;
    const clock = new VirtualClock('2025-06-02T09:00:00Z');
    const plan = new FaultPlan(clock, () => realMs);
    const ask = () => {
      const fault = plan.next('queues.list') as { retry_after: number } | undefined;
      if (!fault) clock.advance(1);
      return fault?.retry_after;
    };
    plan.limit({ requests: 2, seconds: 60 });
    expect([ask(), ask(), ask()]).toEqual([undefined, undefined, 58]);
    realMs += 20_000;
    expect(ask()).toBe(37);
    realMs += 37_000;
    expect(ask()).toBe(undefined);
  });

  it('accept a client that never waits, with one second per request', async () => {
    const { faults, client } = createSandbox();
    const platform = client().with({ retries: 0 });
    faults.limit({ requests: 1, seconds: 10 });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push(
        await platform.queues.list().then(
          () => 200,
          ({ status }) => status,
        ),
      );
    expect(statuses).toEqual([200, ...Array(9).fill(429), 200, 429]);
  });
});

describe('the messages of faults', () => {
  it('return the given message in every API family', async () => {
    const { faults, client } = createSandbox();
    faults.add('queues.get', { status: 404, message: 'it was deleted' });
    await expect(client().queues.get('x').then()).rejects.toMatchObject({ body: { error: 'it was deleted' } });
  });

  it('are in the journal, which contains no secrets and is limited', async () => {
    const sandbox = createSandbox();
    const platform = sandbox.client().with({ retries: 0 });
    sandbox.faults.add('mfa.verify', { kind: 'reset' }, { times: 1 });
    await platform.mfa.verify('an-id', { token: 'SECRET' }).catch(() => {});
    const [entry] = sandbox.journal;
    expect(entry).toMatchObject({ operation: 'mfa.verify', status: null, fault: 'reset' });
    expect(JSON.stringify(sandbox.journal)).not.toContain('SECRET');
    for (let i = 0; i < 2500; i++)
      await sandbox.transport.send({ method: 'GET', url: 'http://x/nowhere', headers: {} });
    expect(sandbox.journal).toHaveLength(1000);
  });

  it.each([
    ['queues.lst', { status: 500 }, 'Did you mean queues.list?'],
    ['queues.list', { status: 200 }, 'status must be from 400 to 599'],
    ['queues.list', { kind: 'weird' }, "'timeout' | 'reset' | 'truncated' | 'slow'"],
    ['queues.list', null, 'a fault must be { status } or { kind:'],
    ['queues.list', {}, 'a fault must be { status } or { kind:'],
    ['queues.list', { status: 500, kind: 'reset' }, 'a fault must be { status } or { kind:'],
    ['queues.list', { status: 500, retry_after: -5 }, 'retry_after must be 0 or more'],
    ['queues.list', { kind: 'slow' }, 'a slow fault requires ms'],
  ])('are refused if invalid: %s %j', (operation, fault, says) => {
    expect(() => createSandbox().faults.add(operation, fault as Fault)).toThrow(says);
  });

  it('refuse a fraction of a request, an invalid limit and an unknown name', () => {
    const { faults } = createSandbox();
    expect(() => faults.add('queues.list', { status: 500 }, { times: 1.5 })).toThrow('times must be a whole number');
    expect(() => faults.limit(undefined as never)).toThrow('or null');
    expect(() => faults.limit({ requests: 1.5, seconds: 1 })).toThrow('or null');
    expect(() => faults.clear('nope')).toThrow('unknown operation nope');
  });
});
