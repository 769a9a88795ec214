import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RestClient } from '../../../src/client/index.js';
import { copySandbox, createSandbox } from '../../../src/sandbox.js';
import { recorded } from './recorded.js';

const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const SUPPORT = {
  id: 'a3c1f1de-1111-4222-8333-444455556666',
  project_id: 'b3c1f1de-1111-4222-8333-444455556666',
  friendly_name: 'support',
  max_size: 20,
  current_size: 0,
  average_wait_time: 0,
  uri: '/api/relay/rest/queues/a3c1f1de-1111-4222-8333-444455556666',
  date_created: '2024-03-01T10:00:00.000Z',
  date_updated: '2024-03-02T10:00:00.000Z',
  plan: 'gold',
};

const http = (method: string, url: string, status?: number, json?: unknown, sent?: unknown) => ({
  kind: 'http',
  request: { method, url, ...(sent !== undefined && { body: { json: sent } }) },
  ...(status === undefined
    ? { unanswered: true as const }
    : { response: { status, ...(json !== undefined && { body: { json } }) } }),
});
const populated = (...documents: ReturnType<typeof http>[]) => createSandbox({ from: { documents } });

describe('createSandbox({ from })', () => {
  it('shows a resource as the recording does, with its id and with fields that the sandbox does not know', async () => {
    const sandbox = populated(http('GET', `${QUEUES}/${SUPPORT.id}`, 200, SUPPORT));
    expect(await recorded(sandbox).get(`/api/relay/rest/queues/${SUPPORT.id}`)).toEqual({ status: 200, body: SUPPORT });
    expect(sandbox.credentials.project).toBe(SUPPORT.project_id);
  });

  it('has only what the recording shows, not the sample account', async () => {
    const sandbox = populated(http('GET', QUEUES, 200, { data: [SUPPORT], links: {} }));
    const { client } = recorded(sandbox);
    expect((await client.queues.list()).data.map(({ id }) => id)).toEqual([SUPPORT.id]);
    expect((await client.phone_numbers.list()).data).toEqual([]);
  });

  it('leaves out what the recording creates', async () => {
    const sandbox = populated(
      http('POST', QUEUES, 201, SUPPORT, { name: 'support' }),
      http('GET', `${QUEUES}/${SUPPORT.id}`, 200, SUPPORT),
    );
    expect((await recorded(sandbox).client.queues.list()).data).toEqual([]);
  });

  it('starts before the first change: later values do not count', async () => {
    const sandbox = populated(
      http('GET', `${QUEUES}/${SUPPORT.id}`, 200, SUPPORT),
      http('PUT', `${QUEUES}/${SUPPORT.id}`, 200, { ...SUPPORT, max_size: 5 }, { max_size: 5 }),
      http('GET', `${QUEUES}/${SUPPORT.id}`, 200, { ...SUPPORT, max_size: 5 }),
      http('DELETE', `${QUEUES}/${SUPPORT.id}`, 204),
    );
    const { client } = recorded(sandbox);
    expect(await client.queues.get(SUPPORT.id)).toEqual(SUPPORT);
    const updated = await client.queues.update(SUPPORT.id, { max_size: 5 });
    expect(updated).toMatchObject({ max_size: 5, friendly_name: 'support', plan: 'gold' });
    expect(await client.queues.get(SUPPORT.id)).toMatchObject({ max_size: 5, plan: 'gold' });
  });

  it('does not give a resource the value that the only response shows after its change', async () => {
    const sandbox = populated(
      http('PUT', `${QUEUES}/${SUPPORT.id}`, 200, { ...SUPPORT, max_size: 5 }, { max_size: 5 }),
    );
    expect(await recorded(sandbox).client.queues.get(SUPPORT.id)).toMatchObject({
      friendly_name: 'support',
      max_size: 100,
    });
  });

  it.each([
    ['a deletion', http('DELETE', `${QUEUES}/${SUPPORT.id}`, 204)],
    ['a refused change', http('PUT', `${QUEUES}/${SUPPORT.id}`, 422, { errors: [] }, { max_size: 'x' })],
    ['a request without an answer', http('PUT', `${QUEUES}/${SUPPORT.id}`, undefined, undefined, { max_size: 5 })],
    ['a request for its members', http('GET', `${QUEUES}/${SUPPORT.id}/members`, 200, { data: [], links: {} })],
  ])('has the resource that only the path of %s names', async (_, entry) => {
    expect(await recorded(populated(entry)).client.queues.get(SUPPORT.id)).toMatchObject({ id: SUPPORT.id });
  });
});

describe('a populated sandbox', () => {
  it('does not have a resource that the platform did not find', async () => {
    const sandbox = populated(http('GET', `${QUEUES}/${SUPPORT.id}`, 404, {}));
    expect((await recorded(sandbox).client.queues.list()).data).toEqual([]);
  });

  it('has the call of a command in the state that the refusal names', async () => {
    const calls = 'https://acme.example.com/api/calling/calls';
    const refused = { errors: [{ code: 'cannot_update_completed', message: 'the call has ended' }] };
    const sandbox = populated(
      http('POST', calls, 422, refused, { id: 'call-1', command: 'calling.end', params: {} }),
      http('POST', calls, 200, { id: 'call-2' }, { id: 'call-2', command: 'calling.denoise', params: {} }),
    );
    const { client } = recorded(sandbox);
    await expect(client.calling.end('call-1')).rejects.toMatchObject({ status: 422 });
    expect(await client.calling.denoise('call-2')).toMatchObject({ id: 'call-2' });
  });

  it('has the number that a recorded call used as its sender', async () => {
    const calls = 'https://acme.example.com/api/calling/calls';
    const dial = { from: '+12065550188', to: '+15005550101', url: 'https://example.com/a.json' };
    const sandbox = populated(http('POST', calls, 200, { id: 'call-1' }, { command: 'dial', params: dial }));
    const { client } = recorded(sandbox);
    expect((await client.phone_numbers.list()).data).toMatchObject([{ number: '+12065550188' }]);
    expect(await client.calling.dial(dial)).toMatchObject({ from: '+12065550188' });
  });

  it('keeps the relation between a number and its handler', async () => {
    const number = {
      id: '11111111-1111-4111-8111-111111111111',
      number: '+12065550177',
      call_handler: 'relay_script',
      call_relay_script_url: 'https://example.com/desk.json',
      calling_handler_resource_id: '22222222-2222-4222-8222-222222222222',
      created_at: '2024-03-01T10:00:00Z',
    };
    const url = `https://acme.example.com/api/relay/rest/phone_numbers/${number.id}`;
    const { client } = recorded(populated(http('GET', url, 200, number)));
    expect(await client.phone_numbers.get(number.id)).toMatchObject(number);
    expect(await client.fabric.swml_webhooks.get(number.calling_handler_resource_id)).toMatchObject({
      swml_webhook: { primary_request_url: number.call_relay_script_url },
    });
  });

  it('names the families that it cannot populate', () => {
    const url = 'https://acme.example.com/api/project/tokens/33333333-3333-4333-8333-333333333333';
    expect(populated(http('DELETE', url, 204)).notes).toEqual([
      '1 resource of /api/project/tokens cannot be populated',
    ]);
  });

  it('survives a snapshot, a copy and a reset over HTTP', async () => {
    const sandbox = populated(http('GET', `${QUEUES}/${SUPPORT.id}`, 200, SUPPORT));
    const copy = copySandbox(sandbox);
    const client = new RestClient({ ...copy.credentials, transport: copy.transport });
    expect(await client.queues.get(SUPPORT.id)).toEqual(SUPPORT);
    const start = sandbox.snapshot();
    await recorded(sandbox).client.queues.delete(SUPPORT.id);
    sandbox.restore(start);
    expect(await recorded(sandbox).client.queues.get(SUPPORT.id)).toEqual(SUPPORT);
    const { url, credentials, close } = await sandbox.listen();
    const headers = { authorization: `Basic ${btoa(`${credentials.project}:${credentials.token}`)}` };
    await recorded(sandbox).client.queues.delete(SUPPORT.id);
    await fetch(`${url}/_patchbay/api/reset`, { method: 'POST', headers });
    const answer = await fetch(`${url}/api/relay/rest/queues/${SUPPORT.id}`, { headers });
    expect(await answer.json()).toEqual(SUPPORT);
    await close();
  });

  it('reads a recording from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'populate-'));
    const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'x', redaction: 'none' };
    const lines = [header, http('GET', `${QUEUES}/${SUPPORT.id}`, 200, SUPPORT)].map((one) => JSON.stringify(one));
    writeFileSync(join(folder, 'case.ndjson'), lines.join('\n'));
    const sandbox = createSandbox({ from: join(folder, 'case.ndjson') });
    expect(await recorded(sandbox).client.queues.get(SUPPORT.id)).toEqual(SUPPORT);
    rmSync(folder, { recursive: true });
  });
});

it.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])('refuses the seed %s', (seed) => {
  expect(() => createSandbox({ seed })).toThrow(`createSandbox: seed must be a whole number, not ${seed}`);
});
