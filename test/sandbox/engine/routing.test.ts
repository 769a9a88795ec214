// biome-ignore-all lint/suspicious/noThenProperty: the name on the wire.
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { document, ring, said, served, stored, variables, verbs } from './line.js';

const A = '+15035550101';
const B = '+15035550102';
const C = '+15035550103';
const URL = 'https://example.com/hook';
const say = (text: string) => ({ play: { url: `say:${text}` } });

describe('connect', () => {
  it('dials one after the other, and answers the caller at the bridge', async () => {
    const call_state_events = ['created', 'ringing', 'answered', 'ended'];
    const rung = await ring(
      [{ connect: { serial: [{ to: A }, { to: B }], answer_on_bridge: true, call_state_url: URL, call_state_events } }],
      { answers: { [A]: { outcome: 'busy' }, [B]: { after: 8, hangup_after: 20 } } },
    );
    const states = rung.webhooks.map(
      ({ payload }) => (payload as { params: { call_state: string } }).params.call_state,
    );
    expect(states).toEqual(['created', 'ringing', 'ended', 'created', 'ringing', 'answered', 'ended']);
    expect(said(rung)).toEqual([
      `connect: dials ${A}; ${A}: busy; dials ${B}; connected with ${B}; the connection ended after 20 s`,
    ]);
    expect(rung).toMatchObject({ problems: [], outcome: 'ended' });
  });

  it('asks parallel legs to confirm, and bridges the first that does', async () => {
    const confirm = [
      say('A call for you'),
      { prompt: { play: 'say:Press 1', max_digits: 1 } },
      { cond: [{ when: "prompt_value != '1'", then: [{ hangup: {} }] }] },
    ];
    const rung = await ring(
      [{ connect: { parallel: [{ to: A }, { to: B }, { to: C }], confirm, timeout: 30 } }, say('after')],
      {
        answers: {
          [A]: { after: 1, digits: ['2'] },
          [B]: { after: 2, digits: ['1'], hangup_after: 40 },
          [C]: { outcome: 'no_answer' },
        },
      },
    );
    const [connect] = said(rung);
    expect(connect).toContain(`${A}: answered, did not accept`);
    expect(connect).toContain(`connected with ${B}`);
    expect(connect).toContain(`${C}: cancelled`);
    expect(verbs(rung)).toEqual(['connect', 'play']);
    expect(rung.problems).toEqual([]);
  });

  it('tells what each parallel party did when several do so at the same time', async () => {
    const parallel = [{ to: A }, { to: B }, { to: C }];
    const answers = { [A]: { after: 2 }, [B]: { after: 2, outcome: 'busy' as const }, [C]: { after: 2 } };
    const [connect] = said(await ring([{ connect: { parallel } }], { answers }));
    expect(connect).toContain(`${B}: busy; connected with ${A}; ${C}: answered too, and its call ends`);
  });

  it('calls a party that declines so everywhere', async () => {
    const sandbox = createSandbox();
    const agent = '+13125550171';
    const answers = { [agent]: { outcome: 'declined' as const } };
    const rung = await sandbox.ring('+12065550100', { digits: ['1'], answers });
    expect(said(rung).join()).toContain(`${agent}: declined`);
    const [leg] = sandbox.story(rung.call_id).called;
    // The status is that of the platform, which has no other one.
    expect(leg).toMatchObject({ status: 'busy', failure: 'declined' });
    expect(sandbox.story(String(leg?.id)).ended).toBe('the called party declined');
  });

  it('branches on the reason of the failure', async () => {
    const voicemail = [
      { record: { beep: true, status_url: URL } },
      { send_sms: { to_number: A, from_number: '+12065550107', body: '%{record_url}' } },
    ];
    const result = [{ when: "connect_failed_reason == 'declined'", then: [say('declined')] }, { else: voicemail }];
    const rung = await ring([{ connect: { to: A, timeout: 5, result } }], {
      answers: { [A]: { outcome: 'no_answer' } },
    });
    expect(verbs(rung)).toEqual(['connect', 'record', 'send_sms']);
    expect(variables(rung)).toMatchObject({
      connect_result: 'failed',
      connect_failed_reason: 'no_answer',
      record_result: 'success',
      record_url: expect.stringMatching(/^https:.*\.wav$/),
    });
    const states = rung.webhooks.filter(({ event }) => event === 'calling.call.record');
    expect(states.map(({ payload }) => (payload as { params: { state: string } }).params.state)).toEqual([
      'recording',
      'finished',
    ]);
  });

  it('ends the called leg with the caller', async () => {
    const sandbox = await stored([{ connect: { to: A } }, say('never')]);
    const rung = await sandbox.ring('+12065550107', { hangup_after: 10 });
    expect(verbs(rung)).toEqual(['connect']);
    sandbox.clock.advance(2);
    const { calls } = await sandbox.client().compat.calls.list();
    expect(calls.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('cancels a leg that still rings when the caller hangs up', async () => {
    const sandbox = await stored([{ connect: { to: A } }]);
    await sandbox.ring('+12065550107', { hangup_after: 5, answers: { [A]: { outcome: 'no_answer' } } });
    const { calls } = await sandbox.client().compat.calls.list();
    expect(calls.map(({ status }) => status)).toEqual(['canceled', 'completed']);
  });

  it('continues in another document after the bridge', async () => {
    const next = JSON.stringify(document([say('Survey')]));
    const rung = await ring([{ connect: { to: A, transfer_after_bridge: next } }, say('never')]);
    expect(said(rung).at(-1)).toBe('play: plays say:Survey');
  });
});

describe('waiting', () => {
  it('in a queue without an agent ends in a timeout', async () => {
    const enter_queue = { queue_name: 'sales', transfer_after_bridge: URL, wait_time: 30, status_url: URL };
    const rung = await ring([{ enter_queue }, say('Sorry')]);
    expect(verbs(rung)).toEqual(['enter_queue', 'play']);
    expect(variables(rung)).toMatchObject({ queue_result: 'timeout', wait_time: 30, entry_position: 1, entry_size: 1 });
    expect(rung.webhooks.map(({ payload }) => (payload as { params: { status: string } }).params.status)).toEqual([
      'enqueue',
      'leave',
    ]);
  });

  it('in a queue ends in a timeout when the agent comes later', async () => {
    const enter_queue = { queue_name: 'sales', transfer_after_bridge: URL, wait_time: 30 };
    const rung = await ring([{ enter_queue }, say('Sorry')], { answers: { sales: { after: 60 } } });
    expect(verbs(rung)).toEqual(['enter_queue', 'play']);
    expect(variables(rung)).toMatchObject({ queue_result: 'timeout', wait_time: 30 });
  });

  it('in a queue ends with an agent, and the next document runs', async () => {
    const transfer_after_bridge = JSON.stringify(document([say('Bye')]));
    const rung = await ring([{ enter_queue: { queue_name: 'sales', transfer_after_bridge } }], {
      answers: { sales: { after: 12 } },
    });
    expect(said(rung).at(-1)).toBe('play: plays say:Bye');
    expect(variables(rung)).toMatchObject({ queue_result: 'connected', wait_time: 12 });
  });

  it('in a conference ends when the moderator leaves', async () => {
    const sandbox = await stored([{ join_conference: { name: 'Weekly' } }, say('Over')]);
    const { calling } = sandbox.client();
    // This test number hangs up 10 seconds after it answered.
    await calling.dial({
      from: '+12065550107',
      to: '+15005550106',
      swml: document([{ join_conference: { name: 'Weekly', end_on_exit: true } }]),
    });
    sandbox.clock.advance(2);
    const { steps } = await sandbox.ring('+12065550107', { answers: { join_conference: { after: 300 } } });
    expect(steps.map(({ verb }) => verb)).toEqual(['join_conference', 'play']);
    expect(steps[1]?.time).toBeLessThan(20);
  });
});

it('records across documents, and stops the recording without its name', async () => {
  const { sandbox, close } = await served(({ target }) => ({
    body: JSON.stringify(
      target === '/main'
        ? document([{ record_call: { stereo: true } }, say('one'), say('two'), { transfer: { dest: '/next' } }])
        : document([{ stop_record_call: {} }, { play: '%{record_call_url}' }]),
    ),
  }));
  const rung = await sandbox.ring('+12065550107');
  await close();
  expect(rung.problems).toEqual([]);
  expect(variables(rung)).toMatchObject({ stop_record_call_result: 'success' });
  expect(said(rung).at(-1)).toBe(`play: plays ${String(variables(rung).record_call_url)}`);
});

it('charges a card in the second attempt, and masks it', async () => {
  const digits = ['4242424242424242#', '1299', '123#', '90210#'];
  let charges = 0;
  const { sandbox, url, received, close } = await served(({ target }) => {
    if (target === '/main')
      return {
        body: JSON.stringify(
          document([
            { pay: { payment_connector_url: `${url}/pay`, charge_amount: '12.50', max_attempts: 2, prompts } },
            { cond: [{ when: "pay_result == 'success'", then: [say('Thanks')] }] },
          ]),
        ),
      };
    charges++;
    return charges === 1
      ? { status: 402, body: '{"charge_id":null,"error_code":"402","error_message":"declined"}' }
      : { body: '{"charge_id":"ch_1","error_code":null,"error_message":null}' };
  });
  const rung = await sandbox.ring('+12065550107', { digits: [...digits, ...digits] });
  await close();
  expect(received).toHaveLength(3);
  expect(said(rung).at(-1)).toBe('play: plays say:Thanks');
  expect(said(rung)[0]).toContain('say:Again please');
  expect(variables(rung)).toMatchObject({
    pay_result: 'success',
    pay_payment_results: { payment_card_number: '************4242', payment_confirmation_code: 'ch_1' },
  });
  expect(JSON.stringify(rung.steps)).not.toContain('4242424242424242');
});
const prompts = [{ for: 'payment-card-number', attempts: '2', actions: [{ type: 'Say', phrase: 'Again please' }] }];

it('refuses a second listener on the call', async () => {
  const start = { lang: 'en', direction: ['remote-caller', 'local-caller'] };
  const rung = await ring([
    'answer',
    { ai_sidecar: { lang: 'en', prompt: 'Help.' } },
    { connect: { to: A } },
    { live_transcribe: { action: { start } } },
  ]);
  expect(rung.problems.join('\n')).toContain('live_transcribe and ai_sidecar cannot run in the same call');
});

it('reports what is not simulated, and names the script that replaces it', async () => {
  const ai = { prompt: { text: 'Be kind.' } };
  const unscripted = await ring([{ ai }, say('after')]);
  expect(unscripted.problems).toEqual([expect.stringContaining('main[0]: ai is not simulated')]);
  const scripted = await ring([{ ai }, { cond: [{ when: "ai_result == 'failed'", then: [say('fallback')] }] }], {
    answers: { ai: { result: 'failed', after: 5 } },
  });
  expect(scripted).toMatchObject({ problems: [], steps: [{}, {}, { verb: 'play', time: 5 }] });
});

it.each([
  ['say', 'play'],
  ['Gather', 'prompt'],
  ['dial', 'connect'],
  ['redirect', 'transfer'],
  ['enqueue', 'enter_queue'],
  ['answr', 'answer'],
])('names the verb of SWML for %s', async (name, verb) => {
  const { problems } = await ring([{ [name]: {} }]);
  expect(problems).toEqual([`main[0]: unknown verb ${name}. Did you mean ${verb}?`]);
});

it('names a step that is unknown or invalid, and ends the call there', async () => {
  const rung = await ring([say('one'), { playy: {} }, say('two')]);
  expect(rung.problems).toEqual(['main[1]: unknown verb playy. Did you mean play?']);
  expect(verbs(rung)).toEqual(['play', 'playy']);
  expect(rung.ended).toBe('stopped at main[1]: unknown verb playy. Did you mean play?');
});

it('ends a fax without a script once, and reports no problem', async () => {
  const rung = await ring(['answer', { receive_fax: {} }, { send_fax: { document: 'https://example.com/a.pdf' } }]);
  expect(rung.problems).toEqual([]);
  expect(rung.steps.map(({ says, time }) => [says, time])).toEqual([
    ['answered', 0],
    ['receives a fax; one page', 0],
    ['sends the fax https://example.com/a.pdf; one page', 20],
  ]);
});
