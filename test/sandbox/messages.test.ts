import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../src/sandbox/subjects/messages/segments.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';
import { missing, refused } from './walks/walk.js';

const From = '+12065550100';
const To = '+13035550111';

describe('segments', () => {
  it.each([
    ['', 1],
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    ['x'.repeat(306), 2],
    ['x'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['✓'.repeat(70), 1],
    ['✓'.repeat(71), 2],
    ['😀'.repeat(36), 2],
  ])('for %j: %i', (text, count) => {
    expect(segmentsOf(text)).toBe(count);
  });
});

describe('a message', () => {
  it('is queued, sent and delivered by the clock, in all APIs', async () => {
    const sandbox = createSandbox();
    const { compat, logs } = sandbox.client();
    const { sid, status } = await compat.messages.create({ From, To, Body: 'Hello' });
    const seen = [status];
    for (let i = 0; i < 4; i++) seen.push((await compat.messages.get(sid)).status);
    expect(seen).toEqual(['queued', 'queued', 'sent', 'delivered', 'delivered']);
    expect(await logs.messages.get(sid)).toMatchObject({
      id: sid,
      from: From,
      to: To,
      status: 'delivered',
      direction: 'outbound-api',
      type: 'laml_message',
    });
    expect(sandbox.inbox).toMatchObject([{ to: To, channel: 'sms', text: 'Hello' }]);
  });

  it('has the time of its own delivery, however far the clock is advanced', async () => {
    const sandbox = createSandbox();
    const { compat, logs } = sandbox.client();
    const own = '+12065550101';
    for (const number of [To, own]) await compat.messages.create({ From, To: number, Body: 'Hello' });
    const start = sandbox.clock.now().getTime();
    sandbox.clock.advance(600);
    const { data } = await logs.messages.list({ created_after: '2025-06-01' });
    const [inbound] = data.filter(({ direction }) => direction === 'inbound');
    const [delivered] = sandbox.inbox;
    expect(inbound).toMatchObject({ to: own });
    for (const at of [delivered?.at, inbound?.created_at])
      expect([0, 1, 2, 3]).toContain((new Date(String(at)).getTime() - start) / 1000);
  });

  it('arrives at a number of the project, which sends a callback', async () => {
    const server = await receiver();
    const sandbox = createSandbox();
    const { beyond, compat, logs, phone_numbers } = sandbox.client();
    const [own] = (await phone_numbers.list({ filter_number: '+12065550101' })).data;
    await phone_numbers.update(own?.id as string, {
      message_handler: 'laml_webhooks',
      message_request_url: server.url,
    });
    const media = ['https://example.com/a.png'];
    await beyond.messages.create({ from: From, to: '+12065550101', body: 'Psst', media });
    sandbox.clock.advance(10);
    const [inbound, outbound] = (await logs.messages.list({ created_after: '2025-06-01' })).data;
    expect(inbound).toMatchObject({ direction: 'inbound', status: 'received', kind: 'mms', from: From });
    expect(outbound).toMatchObject({ direction: 'outbound', status: 'delivered', type: 'relay_message' });
    expect(await compat.messages.get(inbound?.id as string)).toMatchObject({ body: 'Psst', num_media: 1 });
    await sandbox.settled();
    await server.close();
    expect(Object.fromEntries(new URLSearchParams(server.received[0]?.body))).toMatchObject({
      MessageSid: inbound?.id,
      From,
      To: '+12065550101',
      Body: 'Psst',
      NumMedia: '1',
      MediaUrl0: media[0],
      MediaContentType0: 'image/png',
    });
    expect(sandbox.inbox).toEqual([]);
  });

  it('sends a callback for each status in the format of the API that sent it', async () => {
    const server = await receiver();
    const sandbox = createSandbox();
    const { beyond, compat } = sandbox.client();
    const { sid } = await compat.messages.create({ From, To, Body: 'One', StatusCallback: `${server.url}/form` });
    const callback = { status_callback: `${server.url}/json`, custom_variables: { order: 7 } };
    const { id } = await beyond.messages.create({ from: From, to: To, body: 'Two', ...callback });
    sandbox.clock.advance(10);
    expect(sandbox.callbacks.map(({ event }) => event).sort()).toEqual([
      'messaging.message.delivered',
      'messaging.message.delivered',
      'messaging.message.sent',
      'messaging.message.sent',
    ]);
    await sandbox.settled();
    await server.close();
    const bodies = (path: string) => server.received.filter(({ target }) => target === path).map(({ body }) => body);
    expect(bodies('/form').map((body) => new URLSearchParams(body).get('MessageStatus'))).toEqual([
      'sent',
      'delivered',
    ]);
    expect(new URLSearchParams(bodies('/form')[0]).get('MessageSid')).toBe(sid);
    expect(bodies('/json').map((body) => JSON.parse(body))).toMatchObject([
      { id, status: 'sent', custom_variables: { order: 7 } },
      { id, status: 'delivered' },
    ]);
  });
});

describe('a stored message', () => {
  it('can lose its text, and then everything but its log entry', async () => {
    const sandbox = createSandbox();
    const { compat, logs, beyond } = sandbox.client();
    const { sid } = await compat.messages.create({ From, To, Body: 'Secret' });
    expect((await refused(beyond.messages.update(sid, { body: '' }), 422)).message).toContain('still queued');
    sandbox.clock.advance(10);
    await refused(beyond.messages.update(sid, { body: 'other words' }), 422);
    expect(await compat.messages.update(sid, { Body: '' })).toMatchObject({ sid, body: '' });
    await compat.messages.delete(sid);
    await missing(compat.messages.get(sid));
    const ids = async (more: Record<string, unknown>) => (await logs.messages.list(more)).data.map(({ id }) => id);
    expect(await ids({})).not.toContain(sid);
    expect(await ids({ include_deleted: true })).toContain(sid);
  });

  it.each([
    [{ To: 'kiwi', From, Body: 'x' }, 21211],
    [{ To, From: '+19995550100', Body: 'x' }, 21606],
    [{ To, Body: 'x' }, 21603],
    [{ To, From }, 21602],
    [{ To, From, Body: 'x'.repeat(1601) }, 21617],
    [{ To, From, MediaUrl: 'ftp://example.com/a.png' }, 21620],
  ])('is refused with %j', async (request, code) => {
    const error = await refused(createSandbox().client().compat.messages.create(request), 422);
    expect(error.body).toMatchObject({ code, status: 422 });
  });

  it('is filtered by number, time and status', async () => {
    const { compat, logs } = createSandbox().client();
    const all = (await compat.messages.list()).messages;
    expect((await compat.messages.list({ Status: 'undelivered' })).messages).toHaveLength(1);
    expect((await compat.messages.list({ To: '+12065550101' })).messages.map(({ direction }) => direction)).toEqual([
      'inbound',
      'inbound',
    ]);
    const [, day = ''] = /^(\S{10})/.exec((await logs.messages.list()).data[0]?.created_at ?? '') ?? [];
    expect((await compat.messages.list({ 'DateSent<': day })).messages.length).toBeLessThan(all.length);
    const first = await compat.messages.list({ PageSize: 2 });
    expect(first.messages).toEqual(all.slice(0, 2));
    const error = await refused(logs.messages.list({ created_on: 'yesterday' }), 422);
    expect(error.code).toBe('datetime_required');
  });
});

it('is sent by the first number of a group if only the group is given', async () => {
  const { compat, number_groups, phone_numbers } = createSandbox().client();
  const group = await number_groups.create({ name: 'Campaign' });
  const message = { To: '+13125550100', MessagingServiceSid: group.id, Body: 'Hello' };
  await expect(compat.messages.create(message)).rejects.toMatchObject({ status: 422 });
  const [number] = (await phone_numbers.list()).data;
  await number_groups.add_membership(group.id, { phone_number_id: number?.id as string });
  expect(await compat.messages.create(message)).toMatchObject({
    from: number?.number,
    messaging_service_sid: group.id,
  });
});

describe('a fax', () => {
  it.each([
    ['+15005550102', 'no-answer'],
    ['+15005550101', 'busy'],
  ])('to %s ends with the status %s', async (To, status) => {
    const sandbox = createSandbox();
    const { compat, logs } = sandbox.client();
    const fax = await compat.faxes.create({ To, From: '+12065550100', MediaUrl: 'https://example.com/a.pdf' });
    sandbox.clock.advance(60);
    expect(await compat.faxes.get(fax.sid)).toMatchObject({ status });
    expect(await logs.fax.get(fax.sid)).toMatchObject({ status });
  });

  const order = { From, To, MediaUrl: 'https://example.com/order.pdf' };

  it('passes through its states and arrives at a number of the project', async () => {
    const sandbox = createSandbox();
    const { compat, logs } = sandbox.client();
    const { sid } = await compat.faxes.create({
      ...order,
      To: '+14155550120',
      StatusCallback: 'https://example.com/f',
    });
    const states = [];
    for (const seconds of [4, 2, 20]) {
      sandbox.clock.advance(seconds);
      states.push([(await compat.faxes.get(sid)).status, (await logs.fax.get(sid)).status]);
    }
    expect(states).toEqual([
      ['processing', 'initiated'],
      ['sending', 'in-progress'],
      ['delivered', 'completed'],
    ]);
    expect(sandbox.callbacks.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['fax.processing', 'kept'],
      ['fax.sending', 'kept'],
      ['fax.delivered', 'kept'],
    ]);
    const [arrived] = (await compat.faxes.list({ To: '+14155550120' })).faxes;
    expect(arrived).toMatchObject({ direction: 'inbound', status: 'received', num_pages: '1' });
  });

  it('can be canceled before it is dialled and then stays canceled', async () => {
    const sandbox = createSandbox();
    const { compat } = sandbox.client();
    const { sid } = await compat.faxes.create(order);
    expect(await compat.faxes.update(sid, { Status: 'canceled' })).toMatchObject({ status: 'canceled' });
    sandbox.clock.advance(100);
    expect(await compat.faxes.get(sid)).toMatchObject({ status: 'canceled', num_pages: null });
  });

  it('stores no copy with StoreMedia false', async () => {
    const { compat } = createSandbox().client();
    const { sid, media_sid } = await compat.faxes.create({ ...order, StoreMedia: 'false' });
    expect((await compat.faxes.list_media(sid)).media).toEqual([]);
    await missing(compat.faxes.get_media(sid, media_sid));
  });

  it('is filtered by its date', async () => {
    const { compat } = createSandbox().client();
    const count = async (more: Record<string, unknown>) => (await compat.faxes.list(more)).faxes.length;
    expect(await count({ DateCreatedOnOrBefore: '2025-06-02' })).toBe(2);
    expect(await count({ DateCreatedAfter: '2025-06-02' })).toBe(0);
    expect(await count({ DateCreatedAfter: '2025-06-01' })).toBe(2);
    expect(await count({ DateCreatedOnOrBefore: '2025-06-01' })).toBe(0);
  });
});
