import { afterEach, expect, it, vi } from 'vitest';
import { followEvents } from '../../src/inspector/page/model/live.js';

/** A stream of the browser, whose events the test sends. */
class Stream extends EventTarget {
  static readonly opened: Stream[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  onopen = () => {};
  onerror = () => {};

  constructor() {
    super();
    Stream.opened.push(this);
  }

  sendReset(id: number) {
    this.onopen();
    const row = { id, kind: 'request', method: 'GET', path: `/${id}`, operation: null };
    this.dispatchEvent(new MessageEvent('reset', { data: JSON.stringify({ missed: 0, rows: [row] }) }));
  }

  refuse() {
    this.readyState = Stream.CLOSED;
    this.onerror();
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the state of a restarted server when another tab signs in, without a click', async () => {
  vi.useFakeTimers();
  let status = 401;
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', async () => ({ status }));
  const live = followEvents(undefined, { hidden: false, addEventListener: () => {} });
  Stream.opened[0]?.sendReset(7);
  const before = live.version.value;
  Stream.opened[0]?.refuse();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([live.connection.value, Stream.opened.length]).toEqual(['signed out', 1]);
  status = 200;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Stream.opened).toHaveLength(2);
  Stream.opened[1]?.sendReset(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([live.connection.value, live.restarts.value, live.rows.value.map(({ id }) => id)]).toEqual(['live', 1, [1]]);
  expect(live.version.value).toBeGreaterThan(before);
});
