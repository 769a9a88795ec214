import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { counter } from '../support/counter.js';
import { receiver } from '../support/loopback.js';

// A proxy on loopback represents other machines. A connection to it counts as a connection to another machine.
let bench: Bench;
let proxy: Awaited<ReturnType<typeof counter>>;
let near: Awaited<ReturnType<typeof receiver>>;
beforeEach(async () => {
  proxy = await counter();
  near = await receiver();
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
  vi.stubEnv('PLATFORM_PROJECT_ID', 'project');
  vi.stubEnv('PLATFORM_API_TOKEN', 'PTtokentoken');
  vi.stubEnv('PLATFORM_SPACE', 'space.example');
  bench = createBench();
});
afterEach(async () => {
  await bench.close();
  vi.unstubAllEnvs();
  proxy.close();
  await near.close();
});

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('closes connections to other machines and keeps local ones', async () => {
  await bench.use({ kind: 'live' });
  const [out, quiet] = [await connected(proxy.port), await connected(proxy.port)];
  const local = await connected(Number(new URL(near.url).port));
  const failed = once(out, 'error');
  // Without a listener for errors, which would end the process.
  const closed = new Promise((done) => quiet.on('close', done));
  await bench.use({ kind: 'sandbox' });
  expect((await failed)[0]).toMatchObject({
    kind: 'not_allowed',
    message: expect.stringMatching(/is a proxy to other machines.*--live/),
  });
  await closed;
  expect([out.destroyed, quiet.destroyed, local.destroyed]).toEqual([true, true, false]);
  local.destroy();
});

it('prevents new connections of existing clients', async () => {
  await bench.use({ kind: 'live' });
  const made = `
    import { Agent, request } from 'node:http';
    const agent = new Agent({ keepAlive: true });
    const status = () => new Promise((done, fail) =>
      request({ host: '127.0.0.1', port: ${proxy.port}, path: 'http://elsewhere.example/', agent }, (response) => {
        response.resume().on('end', () => done(response.statusCode));
      }).on('error', fail).end());
    await status()`;
  expect(await bench.run(made)).toEqual({ ok: true, value: 200 });
  expect(proxy.take()).toBe(1);
  await bench.use({ kind: 'sandbox' });
  expect(await bench.run('await status()')).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  expect(proxy.take()).toBe(0);
  await bench.use({ kind: 'live' });
  expect(await bench.run('await status()')).toEqual({ ok: true, value: 200 });
});
