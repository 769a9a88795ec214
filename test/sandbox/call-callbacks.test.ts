import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';

const HOOK = 'https://example.com/status';

describe('callbacks of calls and messages', () => {
  it('go to the status callback of a topic', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers } = sandbox.client();
    const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
    await phone_numbers.set_relay_topic(id, 'agents', { status_callback_url: HOOK });
    await sandbox.ring(number, { answers: { agents: { hangup_after: 10 } } });
    expect(sandbox.callbacks).toMatchObject([
      { url: HOOK, encoding: 'json', payload: { params: { call_state: 'ended', direction: 'inbound' } } },
    ]);
  });

  it('of calling.dial report the end, unless events are named', async () => {
    const sandbox = createSandbox();
    const { calling } = sandbox.client();
    const dial = { from: '+12065550100', to: '+13125550171', url: 'https://example.com/', status_url: HOOK };
    const { id } = await calling.dial(dial);
    sandbox.clock.advance(5);
    await calling.end(String(id));
    expect(sandbox.callbacks).toMatchObject([{ url: HOOK, payload: { params: { call_state: 'ended' } } }]);
  });

  it('report who answered', async () => {
    const sandbox = createSandbox();
    await sandbox.client().compat.calls.create({
      From: '+12065550100',
      To: '+15005550105',
      Url: 'https://example.com/a.xml',
      MachineDetection: 'Enable',
      AsyncAmd: true,
      AsyncAmdStatusCallback: HOOK,
      AsyncAmdStatusCallbackMethod: 'GET',
    });
    sandbox.clock.advance(10);
    const [detected] = sandbox.callbacks.filter(({ url }) => url === HOOK);
    expect(detected).toMatchObject({ method: 'GET', encoding: 'form', event: 'call.detection' });
    expect(detected?.payload).toEqual({
      CallSid: expect.any(String),
      AccountSid: sandbox.credentials.project,
      AnsweredBy: 'machine',
      MachineDetectionDuration: 2000,
    });
  });

  it('of messages do not name the version of the API', async () => {
    const sandbox = createSandbox();
    const message = { From: '+12065550100', To: '+13125550171', Body: 'Hi', StatusCallback: HOOK };
    await sandbox.client().compat.messages.create(message);
    sandbox.clock.advance(10);
    const [sent, delivered] = sandbox.callbacks.filter(({ url }) => url === HOOK);
    expect([sent?.payload.MessageStatus, delivered?.payload.MessageStatus]).toEqual(['sent', 'delivered']);
    expect(sent?.payload).not.toHaveProperty('ApiVersion');
  });

  it('of compat calls fetch the fallback with its method', async () => {
    const sandbox = createSandbox({ empty: true });
    await sandbox.client().phone_numbers.purchase({ number: '+12065550100' });
    const asked: string[] = [];
    sandbox.webhooks.answerFrom({
      send: async ({ method, url }) => {
        asked.push(`${method} ${url.replace(/\?.*/, '')}`);
        const status = asked.length === 1 ? 500 : 200;
        return {
          status,
          headers: { 'content-type': 'application/xml' },
          body: new TextEncoder().encode('<Response/>'),
        };
      },
    });
    await sandbox.client().compat.calls.create({
      From: '+12065550100',
      To: '+13125550171',
      Url: 'https://example.com/a.xml',
      FallbackUrl: 'https://example.com/b.xml',
      FallbackMethod: 'GET',
    });
    sandbox.clock.advance(5);
    await sandbox.settled();
    expect(asked).toEqual(['POST https://example.com/a.xml', 'GET https://example.com/b.xml']);
  });
});
