import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
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

describe('a request that is open when Ctrl-C stops its input', () => {
  /** Runs code with the address of a server, and interrupts it at its call of `reached()`. Returns the error in `late`. */
  async function lateError(code: string) {
    const server = createServer((_, response) => void response.write('first half'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const reached = new Promise<void>((resolve) => {
      bench.define({ url: `http://127.0.0.1:${port}`, late: undefined, reached: resolve });
    });
    const running = bench.run(`${code}; reached(); await new Promise(() => {})`);
    await reached;
    bench.interrupt();
    await running;
    return String(await bench.evaluate('late.catch((error) => String(error))')).replace(String(port), 'PORT');
  }

  it('is named in the error of fetch, without its query', async () => {
    expect(await lateError("late = fetch(url + '/slow?token=abc', { method: 'PUT' })")).toBe(
      'AbortError: PUT http://127.0.0.1:PORT/slow was cancelled',
    );
  });

  it('fails with the reason while its body arrives', async () => {
    expect(await lateError('late = (await fetch(url)).text()')).toBe(
      'Interrupted: the requests of an earlier input were cancelled',
    );
  });
});
