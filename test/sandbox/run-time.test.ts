import { describe, expect, it, onTestFinished } from 'vitest';
import { addCallback, allCallbacks } from '../../src/sandbox/outbound/callbacks.js';
import { newState } from '../../src/sandbox/state/state.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const FROM = '+12065550100';
const BUSY = '+15005550101';

/** A server whose responses the test releases, one request after the other. */
async function heldServer(status: () => number = () => 200) {
  const releases: (() => void)[] = [];
  const seen: string[] = [];
  const sandbox = createSandbox();
  sandbox.webhooks.answerFrom({
    async send({ body = '' }) {
      seen.push(String(body));
      await new Promise<void>((resolve) => releases.push(resolve));
      return { status: status(), headers: {}, body: new Uint8Array() };
    },
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const arrived = async (count: number) => {
    while (seen.length < count) await turn();
  };
  return { sandbox, seen, arrived, release: () => releases.shift()?.() };
}

const dial = (sandbox: ReturnType<typeof createSandbox>, url: string, to = BUSY) =>
  sandbox.client().calling.dial({
    ...{ from: FROM, to, swml: { sections: { main: [{ answer: {} }, { sleep: 5 }] } }, status_url: url },
    status_events: ['answered', 'ended'],
  });

describe('sandbox.run', () => {
  it('waits for the callbacks that are due, and their retries', async () => {
    const statuses = [500, 500, 200];
    const server = await receiver(() => ({ status: statuses.shift() ?? 200 }));
    onTestFinished(server.close);
    const sandbox = createSandbox();
    await dial(sandbox, server.url);
    const start = sandbox.clock.now().getTime();
    expect((await sandbox.run(60)).getTime() - start).toBe(60_000);
    expect(server.received).toHaveLength(3);
    expect(sandbox.callbacks).toMatchObject([{ outcome: { status: 200, attempts: 3 } }]);
    expect(sandbox.in_flight).toEqual([]);
  });

  it('sends each callback at its time, not at the end', async () => {
    const sandbox = createSandbox();
    const times: number[] = [];
    const start = sandbox.clock.now().getTime();
    sandbox.webhooks.answerFrom({
      async send() {
        times.push(sandbox.clock.now().getTime() - start);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    await dial(sandbox, 'http://127.0.0.1:9/', '+15005550106');
    await sandbox.run(3600);
    expect(times).toHaveLength(2);
    expect(times.every((ms) => ms < 60_000)).toBe(true);
    expect(new Set(times).size).toBe(2);
  });

  it('reports a time that it cannot show, and a reset in the meantime', async () => {
    const { sandbox, arrived, release } = await heldServer();
    await expect(sandbox.run(-1)).rejects.toThrow('seconds must be a number from 0');
    await expect(sandbox.run(1e300)).rejects.toThrow('year 9999');
    await dial(sandbox, 'http://127.0.0.1:9/');
    const running = sandbox.run(60);
    await arrived(1);
    sandbox.reset();
    release();
    await expect(running).rejects.toThrow('reset or restored');
  });

  it('is not needed by clock.advance, which leaves requests in flight and lists them', async () => {
    const { sandbox, arrived, release } = await heldServer();
    await dial(sandbox, 'http://user:pw@127.0.0.1:9/status?key=1');
    sandbox.clock.advance(60);
    const [one] = sandbox.in_flight;
    expect(one).toEqual({ event: 'calling.call.state', method: 'POST', url: 'http://127.0.0.1:9/status' });
    await arrived(1);
    release();
    await sandbox.settled();
    expect(sandbox.in_flight).toEqual([]);
  });
});

describe('reset and restore', () => {
  it('return to the start, without faults and with an empty journal', async () => {
    const sandbox = createSandbox();
    const start = sandbox.snapshot();
    await sandbox.client().queues.create({ name: 'later' });
    sandbox.faults.add('*', { status: 503 });
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(start);
    expect([sandbox.faults.list(), sandbox.journal]).toEqual([[], []]);
  });

  it('do not let a callback wait for an earlier one whose state is gone', async () => {
    const { sandbox, arrived, release, seen } = await heldServer();
    await dial(sandbox, 'http://127.0.0.1:9/');
    sandbox.clock.advance(60);
    expect(sandbox.callbacks).toHaveLength(1);
    await arrived(1);
    sandbox.reset();
    await dial(sandbox, 'http://127.0.0.1:9/');
    sandbox.clock.advance(60);
    expect(sandbox.callbacks).toMatchObject([{ outcome: 'posting' }]);
    await arrived(2);
    expect(seen[0]).toBe(seen[1]);
    release();
    release();
    await sandbox.settled();
    expect(sandbox.callbacks).toMatchObject([{ outcome: { status: 200 } }]);
  });

  it('do not retry a callback of a state that is gone', async () => {
    const { sandbox, arrived, release, seen } = await heldServer(() => 500);
    await dial(sandbox, 'http://127.0.0.1:9/');
    sandbox.clock.advance(60);
    expect(sandbox.in_flight).toHaveLength(1);
    await arrived(1);
    sandbox.reset();
    release();
    await sandbox.settled();
    expect(seen).toHaveLength(1);
    expect(sandbox.callbacks).toEqual([]);
  });

  it('send a callback again that was under way in the snapshot, and keep the outcomes of the others', async () => {
    const { sandbox, arrived, release, seen } = await heldServer();
    await dial(sandbox, 'http://127.0.0.1:9/first');
    sandbox.clock.advance(60);
    expect(sandbox.in_flight).toHaveLength(1);
    await arrived(1);
    release();
    await sandbox.settled();
    await dial(sandbox, 'http://127.0.0.1:9/second');
    sandbox.clock.advance(60);
    expect(sandbox.in_flight).toHaveLength(1);
    await arrived(2);
    const snapshot = JSON.parse(JSON.stringify(sandbox.snapshot()));
    const other = createSandbox();
    const urls: string[] = [];
    other.webhooks.answerFrom({
      async send({ url }) {
        urls.push(url);
        return { status: 204, headers: {}, body: new Uint8Array() };
      },
    });
    other.restore(snapshot);
    await other.settled();
    expect(urls).toEqual(['http://127.0.0.1:9/second']);
    expect(other.callbacks).toMatchObject([{ outcome: { status: 200 } }, { outcome: { status: 204 } }]);
    release();
    expect(seen).toHaveLength(2);
  });
});

describe('the outcomes of callbacks', () => {
  it('never show the outcome of another callback that had the same id', async () => {
    const { sandbox, arrived, release } = await heldServer();
    await dial(sandbox, 'http://127.0.0.1:9/');
    sandbox.clock.advance(60);
    expect(sandbox.in_flight).toHaveLength(1);
    await arrived(1);
    release();
    await sandbox.settled();
    const sent = sandbox.snapshot();
    sandbox.webhooks.answerFrom(null);
    sandbox.reset();
    await dial(sandbox, 'https://elsewhere.example/');
    await sandbox.run(60);
    expect(sandbox.callbacks).toMatchObject([{ outcome: 'kept' }]);
    sandbox.restore(sent);
    expect(sandbox.callbacks).toMatchObject([{ outcome: { status: 200 } }]);
  });

  it('never forget a callback before it is sent, however many are due at once', async () => {
    const state = newState(1, '2025-06-02T09:00:00Z');
    state.network.sends = true;
    const add = (index: number) =>
      addCallback(state, { event: `e${index}`, url: 'http://127.0.0.1:9/', encoding: 'json', payload: {} });
    for (let index = 0; index < 1100; index++) add(index);
    expect(allCallbacks(state).size).toBe(1100);
    for (const callback of allCallbacks(state)) allCallbacks(state).replace({ ...callback, outcome: { status: 200 } });
    add(1100);
    expect(allCallbacks(state).size).toBe(1000);
  });
});
