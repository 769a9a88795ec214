import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, type RingOptions } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const NUMBER = '+12065550107';
const CALLED = '+15035550100';
const SURVEY = [
  { prompt: { play: 'say:Press 1 to confirm.', max_digits: 1 } },
  { switch: { variable: 'prompt_value', case: { 1: [{ play: 'say:Thank you.' }] }, default: ['hangup'] } },
];

/** A sandbox whose number is bound to a stored document. */
async function survey(main: unknown = SURVEY) {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, fabric } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  const { swml_script } = await fabric.swml_scripts.create({ name: 'Survey', contents: { sections: { main } } });
  await phone_numbers.set_swml_webhook(id, String((swml_script as { request_url: string }).request_url));
  return sandbox;
}

const out = async (options: RingOptions = {}, main?: unknown) =>
  (await survey(main)).ring(NUMBER, { to: CALLED, ...options });

describe('ring with to', () => {
  it('runs the document when the called party answers, and gives it the digits', async () => {
    const call = await out({ digits: ['1'], answers: { [CALLED]: { after: 4 } } });
    expect(call).toMatchObject({ from: NUMBER, number: CALLED, problems: [], unused: [], outcome: 'ended' });
    expect(call.steps.map(({ verb, says }) => `${verb}: ${says}`)).toEqual([
      'dial: answers after 4 s',
      'prompt: plays say:Press 1 to confirm.; the called party pressed 1',
      'switch: branches',
      'play: plays say:Thank you.',
    ]);
  });

  it.each([
    ['busy', 'is busy after 0.9 s', 'not answered (busy)', 'busy'],
    ['declined', 'declines after 0.9 s', 'not answered (declined)', 'busy'],
    ['no_answer', 'does not answer after 60 s', 'not answered (no-answer)', 'no-answer'],
    ['error', 'cannot be reached after 0.9 s', 'not answered (failed)', 'failed'],
  ] as const)('runs no document for the outcome %s', async (outcome, says, ended, status) => {
    const call = await out({ digits: ['1'], answers: { [CALLED]: { outcome } } });
    expect(call).toMatchObject({ steps: [{ at: CALLED, says }], ended, outcome: status, unused: ['digits 1'] });
  });

  it('lets an answering machine answer, and the document detects it', async () => {
    const detects = [{ detect_machine: {} }, 'hangup'];
    const call = await out({ answers: { [CALLED]: { outcome: 'machine' } } }, detects);
    expect(call.steps[0]?.says).toBe('an answering machine answers after 0.9 s');
    expect(call.steps[1]?.variables).toMatchObject({ detect_result: 'machine' });
  });

  it('ends when the called party hangs up, as the script, the options or the number says', async () => {
    const ended = async (options: RingOptions) => (await out({ ...options }, [{ sleep: 60_000 }])).ended;
    expect(await ended({ hangup_after: 7 })).toBe('the called party hung up after 7 s');
    expect(await ended({ answers: { [CALLED]: { hangup_after: 5 } } })).toBe('the called party hung up after 5 s');
    expect(await ended({ to: '+15005550106' })).toBe('the called party hung up after 10 s');
    expect(await ended({})).toBe('end of the document');
  });

  it('ends in a queue too, when the called party hangs up', async () => {
    const call = await out({ hangup_after: 9 }, [
      { enter_queue: { queue_name: 'support', transfer_after_bridge: 'x' } },
    ]);
    expect(call.ended).toBe('the called party hung up after 9 s');
  });

  it('takes what the called party enters from its script too, or from a function', async () => {
    expect((await out({ answers: { [CALLED]: { digits: ['1'] } } })).steps.at(-1)?.says).toBe('plays say:Thank you.');
    const asked = await out({ digits: ({ says }) => (says.includes('confirm') ? '1' : null) });
    expect(asked.steps.at(-1)?.says).toBe('plays say:Thank you.');
  });

  it('requests the document after the answer, as an outbound call', async () => {
    const server = await receiver(() => ({
      headers: { 'content-type': 'application/xml' },
      body: '<Response><Gather numDigits="1" action="/next"/></Response>',
    }));
    onTestFinished(server.close);
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers } = sandbox.client();
    const { id } = await phone_numbers.purchase({ number: NUMBER });
    await phone_numbers.set_cxml_webhook(id, `${server.url}/call`);
    const busy = await sandbox.ring(NUMBER, { to: CALLED, answers: { [CALLED]: { outcome: 'busy' } } });
    expect([busy.requests, server.received]).toEqual([[], []]);
    await sandbox.ring(NUMBER, { to: CALLED, hangup_after: 1 });
    const fields = Object.fromEntries(new URLSearchParams(server.received[0]?.body));
    expect(fields).toMatchObject({ From: NUMBER, To: CALLED, Direction: 'outbound-api', CallStatus: 'in-progress' });
  });

  it('keeps the card of a payment out of everything that is stored', async () => {
    const pay = { pay: { payment_connector_url: 'https://pay.example.com/', charge_amount: '9.00', input: 'dtmf' } };
    const sandbox = await survey([pay]);
    const digits = ['4242424242424242', '1230', '739'];
    const call = await sandbox.ring(NUMBER, { to: CALLED, digits });
    const stored = JSON.stringify([call, sandbox.snapshot(), sandbox.journal, sandbox.story(call.call_id)]);
    expect(call.steps.at(-1)?.verb).toBe('pay');
    expect(stored).not.toMatch(/4242424242424242|"739"/);
  });

  it('has the same story as a call of the client', async () => {
    const sandbox = await survey();
    const { call_id } = await sandbox.ring(NUMBER, { to: CALLED, digits: ['1'] });
    const story = sandbox.story(call_id);
    expect(story).toMatchObject({ from: NUMBER, to: CALLED, direction: 'outbound', status: 'ended' });
    expect(story.steps.map(({ verb }) => verb)).toEqual(['prompt', 'switch', 'play']);
  });

  it('refuses a caller, a number without a document, and a party that nobody can call', async () => {
    await expect(out({ from: '+15035550147' })).rejects.toThrow(/from and to exclude each other/);
    await expect(out({ to: 'bob' })).rejects.toThrow(/to must be a number in E\.164/);
    await expect(createSandbox().ring('+12125550142', { to: CALLED })).rejects.toThrow(/has no document to run when/);
  });
});
