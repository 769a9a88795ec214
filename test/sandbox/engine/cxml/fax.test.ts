import { describe, expect, it, onTestFinished } from 'vitest';
import type { RingOptions } from '../../../../src/sandbox/engine/run/story.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { response } from './story.js';

const SENDER = '+12065550101';
const NUMBER = '+12065550107';
type Fields = Readonly<Record<string, string>>;

/** A number that receives faxes and is bound to a real server, which serves the document. */
async function opened(document: string, mode: 'voice' | 'fax' = 'fax') {
  const requests: { readonly method: string; readonly path: string; readonly fields: Fields }[] = [];
  const server = await receiver(({ method, target, body }) => {
    const { pathname: path, searchParams } = new URL(target, 'http://127.0.0.1');
    requests.push({ method, path, fields: Object.fromEntries([...searchParams, ...new URLSearchParams(body)]) });
    const text = path === '/fax' ? document : response('<Reject/>');
    return { headers: { 'content-type': 'application/xml' }, body: text };
  });
  onTestFinished(() => server.close());
  const sandbox = createSandbox({ empty: true });
  const client = sandbox.client();
  await client.phone_numbers.purchase({ number: SENDER });
  const { id } = await client.phone_numbers.purchase({ number: NUMBER });
  await client.phone_numbers.set_cxml_webhook(id, `${server.url}/fax`);
  await client.phone_numbers.update(id, { call_receive_mode: mode });
  const ring = async (options: RingOptions = {}) => {
    const rung = await sandbox.ring(NUMBER, { from: '+15035550199', ...options });
    return { ...rung, story: rung.steps.map(({ verb, says }) => `${verb}: ${says}`) };
  };
  return { sandbox, client, requests, ring, url: server.url };
}

describe('a cXML document for a fax', () => {
  it('receives the fax, stores it, and sends the result to the action, whose answer is not used', async () => {
    const { sandbox, client, requests, ring } = await opened(
      response('<Receive action="/done" mediaType="image/tiff"/>'),
    );
    const { call_id, problems, story, outcome } = await ring();
    expect({ problems, outcome }).toEqual({ problems: [], outcome: 'ended' });
    expect(story).toEqual([
      expect.stringMatching(/^Receive: receives a fax; one page; requests \/done with FaxStatus=rec/),
    ]);
    const { project } = sandbox.credentials;
    const common = { FaxSid: call_id, AccountSid: project, ApiVersion: '2010-04-01', From: '+15035550199', To: NUMBER };
    expect(requests).toEqual([
      { method: 'POST', path: '/fax', fields: common },
      {
        method: 'POST',
        path: '/done',
        fields: {
          ...common,
          FaxStatus: 'received',
          MediaUrl: expect.stringMatching(/\.tiff$/),
          NumPages: '1',
          RemoteStationId: '+15035550199',
        },
      },
    ]);
    const stored = await client.compat.faxes.get(call_id);
    expect(stored).toMatchObject({ direction: 'inbound', status: 'received', num_pages: '1', duration: 20 });
    expect((await client.compat.faxes.list_media(call_id)).media).toMatchObject([{ content_type: 'image/tiff' }]);
    expect(await client.logs.fax.get(call_id)).toMatchObject({ status: 'completed', direction: 'inbound' });
  });

  it('stores a PDF, sends the action with its method, and lists the size as a parameter without effect', async () => {
    const { requests, ring } = await opened(response('<Receive action="/done" method="GET" pageSize="a4"/>'));
    const { steps } = await ring();
    expect(steps[0]?.ignored).toEqual(['pageSize']);
    expect(requests[1]).toMatchObject({ method: 'GET', fields: { MediaUrl: expect.stringMatching(/\.pdf$/) } });
  });

  it('rejects the fax, which ends as canceled', async () => {
    const { client, ring, requests } = await opened(response('<Reject/>', '<Receive action="/done"/>'));
    const { call_id, story, problems } = await ring();
    expect({ story, problems }).toEqual({ story: ['Reject: rejects the fax'], problems: [] });
    expect(await client.compat.faxes.get(call_id)).toMatchObject({ status: 'canceled', media_url: null });
    expect(requests).toHaveLength(1);
  });
});

describe('the verbs of a cXML document for a fax', () => {
  it.each([
    ['fails', { answers: { Receive: { result: 'failed', after: 5 } } }, 'the transmission failed'],
    ['is interrupted', { hangup_after: 5 }, 'the call ended before the last page'],
  ])('reports a fax that %s', async (_, options, problem) => {
    const { client, requests, ring } = await opened(response('<Receive action="/done"/>'));
    const { call_id, steps } = await ring(options);
    expect(steps[0]?.says).toContain(problem);
    expect(requests[1]?.fields).toMatchObject({ FaxStatus: 'failed', NumPages: '0', ErrorMessage: problem });
    expect(requests[1]?.fields).not.toHaveProperty('MediaUrl');
    expect(await client.compat.faxes.get(call_id)).toMatchObject({ status: 'failed', num_pages: '0', duration: 5 });
  });

  it('skips verbs for calls, and a call skips Receive', async () => {
    const fax = await (await opened(response('<Say>Hello</Say>', '<Receive/>', '<Receive/>'))).ring();
    expect(fax.problems).toEqual([
      'Say[0]: Say is not allowed in a document for a fax (13750)',
      'Receive[2]: the call has brought one fax, which an earlier verb received',
    ]);
    const voice = await (await opened(response('<Receive/>', '<Say>Hello</Say>'), 'voice')).ring();
    expect(voice.problems).toEqual([
      'Receive[0]: Receive needs a number that receives faxes: set its call_receive_mode to fax (13750)',
    ]);
    expect(voice.story).toEqual(['Receive: is skipped', 'Say: says "Hello"']);
  });

  it('decides about a fax that another number of the project sends', async () => {
    const { sandbox, client, requests, url } = await opened(response('<Receive action="/done"/>'));
    const order = { From: SENDER, To: NUMBER, MediaUrl: 'https://example.com/a.pdf', StatusCallback: `${url}/status` };
    const { sid } = await client.compat.faxes.create(order);
    for (let round = 0; round < 10; round++) {
      sandbox.clock.advance(5);
      await sandbox.settled();
    }
    const { faxes } = await client.compat.faxes.list({ To: NUMBER });
    expect(faxes.map(({ direction, status }) => [direction, status]).sort()).toEqual([
      ['inbound', 'received'],
      ['outbound', 'delivered'],
    ]);
    const to = (path: string) => requests.filter((one) => one.path === path).map(({ fields }) => fields);
    expect([to('/fax').length, to('/done').length]).toEqual([1, 1]);
    expect(to('/status').at(-1)).toEqual({
      FaxSid: sid,
      AccountSid: sandbox.credentials.project,
      ApiVersion: '2010-04-01',
      From: SENDER,
      To: NUMBER,
      FaxStatus: 'delivered',
      MediaSid: expect.any(String),
      MediaUrl: expect.stringContaining(`/Faxes/${sid}/Media/`),
      OriginalMediaUrl: 'https://example.com/a.pdf',
      NumPages: '1',
      RemoteStationId: NUMBER,
    });
  });
});
