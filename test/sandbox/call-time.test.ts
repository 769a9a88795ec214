// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a document has placeholders
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { stored } from './engine/line.js';

const FROM = '+12065550100';
const answerWith = (document: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(document)),
});

describe('time', () => {
  it('waits for the document of a call, so that the call lasts as long as its document', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, calling, logs } = sandbox.client();
    await phone_numbers.purchase({ number: FROM });
    const document = {
      sections: { main: [{ play: 'silence:5' }, { request: { url: 'http://127.0.0.1/', method: 'GET' } }] },
    };
    sandbox.webhooks.answerFrom({ send: async () => answerWith(document) });
    const { id } = await calling.dial({ from: FROM, to: '+13125550171', url: 'https://example.com/call.json' });
    sandbox.clock.advance(600);
    const log = (await logs.voice.get(String(id))) as { status?: string; duration?: number };
    expect([log.status, log.duration]).toEqual(['ended', 5]);
  });

  it('stands still while a server responds, also for other calls', async () => {
    const main = [{ prompt: { play: 'say:Press a key.' } }, { play: 'say:Goodbye, ${prompt_value}.' }];
    const one = await stored(main);
    const two = await stored(main);
    const script = (digit: string) => ({ digits: [digit], hangup_after: 60 });
    const both = await Promise.all([one.ring('+12065550107', script('1')), one.ring('+12065550107', script('2'))]);
    const alone = await two.ring('+12065550107', script('1'));
    expect(both.map(({ ended, steps }) => [ended, steps.map(({ says, time }) => [says, time])])).toEqual(
      ['1', '2'].map((digit) => [
        alone.ended,
        alone.steps.map(({ says, time }) => [says.replace(/\b1\b/, digit), time]),
      ]),
    );
  });

  it('does not pass for one call while another one waits for its document', async () => {
    const sandbox = createSandbox();
    const { phone_numbers } = sandbox.client();
    const { data } = await phone_numbers.list();
    const [first, second] = data;
    await phone_numbers.set_swml_webhook(String(first?.id), 'https://shop.example/slow');
    await phone_numbers.set_swml_webhook(String(second?.id), 'https://shop.example/fast');
    const release: (() => void)[] = [];
    sandbox.webhooks.answerFrom({
      async send({ url }) {
        if (url.endsWith('/slow')) await new Promise<void>((resolve) => release.push(resolve));
        return answerWith({ sections: { main: [{ play: 'silence:100' }] } });
      },
    });
    const slow = sandbox.ring(String(first?.number), { hangup_after: 60 });
    const fast = sandbox.ring(String(second?.number), { hangup_after: 60 });
    while (release.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const one of release) one();
    for (const { steps, ended } of await Promise.all([slow, fast])) {
      expect(steps.map(({ verb }) => verb)).toEqual(['play']);
      expect(ended).toBe('the caller hung up after 60 s');
    }
  });
});
