import { afterAll, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { Activity } from '../../src/bench/session/activity.js';

const request = (path: string, method = 'GET') => ({ method, url: `https://acme.example.com${path}`, headers: {} });
const QUEUES = '/api/relay/rest/queues';
const bench = createBench();
afterAll(() => bench.close());

it('describes the pending request with its page and attempt', () => {
  const activity = new Activity();
  expect(activity.description).toBeUndefined();
  const first = activity.begin(request(QUEUES));
  expect(activity.description).toBe('queues.list');
  first();
  expect(activity.description).toBeUndefined();
  const second = activity.begin(request(`${QUEUES}?page_token=b`));
  expect(activity.description).toBe('queues.list, page 2');
  second();
  const again = activity.begin(request(`${QUEUES}?page_token=b`));
  expect(activity.description).toBe('queues.list, page 2, attempt 2');
  const other = activity.begin(request('/x', 'POST'));
  expect(activity.description).toBe('queues.list and 1 more');
  again();
  expect(activity.description).toBe('POST acme.example.com');
  other();
  activity.reset();
  activity.begin(request(QUEUES));
  expect(activity.description).toBe('queues.list');
});

it('is available while an input runs', async () => {
  await bench.run("sandbox.faults.add('queues.list', { kind: 'timeout' })");
  const running = bench.run('await platform.with({ retries: 0 }).queues.list()');
  while (bench.waitsFor === undefined) await new Promise((resolve) => setImmediate(resolve));
  expect(bench.waitsFor).toBe('queues.list');
  bench.interrupt();
  await running;
});
