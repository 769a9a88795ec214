import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationOf, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

let server: Awaited<ReturnType<typeof receiver>>;
let client: RestClient;
beforeAll(async () => {
  server = await receiver(() => ({ body: '{}' }));
  client = new RestClient({ project: 'prj', token: 'tok-en', host: server.url, retries: 0 });
});
beforeEach(() => {
  server.received.length = 0;
});
afterAll(() => server.close());

/** The seeded conference of a sandbox. */
async function conference() {
  const sandbox = createSandbox();
  const { conferences } = sandbox.client().compat;
  const [room] = (await conferences.list({ Status: 'in-progress' })).conferences;
  return { sandbox, conferences, sid: room?.sid ?? '' };
}

describe('the operations of conferences', () => {
  it('need only their positional arguments', async () => {
    await client.compat.conferences.start_stream('c');
    await client.compat.conferences.update_recording('c', 'r');
    await client.compat.conferences.stop_stream('c', 's');
    await client.compat.calls.stop_stream('c', 's');
    expect(server.received.map(({ body }) => body)).toEqual(['', '', 'Status=stopped', 'Status=stopped']);
  });

  it('accept the fields as before', async () => {
    const { conferences, sid } = await conference();
    const stream = await conferences.start_stream(sid, { Url: 'wss://example.com/audio' });
    await expect(conferences.stop_stream(sid, stream.sid, { Status: 'queued' as never })).rejects.toThrow('Status');
    expect(await conferences.stop_stream(sid, stream.sid, { Status: 'stopped' })).toMatchObject({ status: 'stopped' });
  });

  it('stop a stream without fields', async () => {
    const { conferences, sid } = await conference();
    const stream = await conferences.start_stream(sid, { Url: 'wss://example.com/audio' });
    expect(await conferences.stop_stream(sid, stream.sid)).toMatchObject({ status: 'stopped' });
  });

  it('leave required fields to the platform', async () => {
    const { conferences, sid } = await conference();
    const [recording] = (await conferences.list_recordings(sid)).recordings;
    await expect(conferences.start_stream(sid)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Url is required'),
    });
    await expect(conferences.update_recording(sid, recording?.sid ?? '')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Status is required'),
    });
  });
});

describe('a request of another program to stop a stream', () => {
  it('needs the status, and has a label in recordings without it', async () => {
    const { sandbox, conferences, sid } = await conference();
    const stream = await conferences.start_stream(sid, { Url: 'wss://example.com/audio' });
    const { url } = sandbox.client().dry.compat.conferences.stop_stream(sid, stream.sid);
    const { project, token } = sandbox.credentials;
    const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', url, headers: form, body: 'Own=1' };
    expect(operationOf(request)).toBe('compat.conferences.stop_stream');
    const { status, body } = await sandbox.transport.send(request);
    expect([status, Buffer.from(body).toString()]).toEqual([422, expect.stringContaining('Status is required')]);
  });
});
