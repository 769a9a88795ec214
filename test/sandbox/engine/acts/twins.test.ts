import { describe, expect, it } from 'vitest';
import type { Ring } from '../../../../src/sandbox.js';
import { type CallOptions, called, response } from '../cxml/story.js';
import { document, type Options, ring, served, variables } from '../line.js';

// The same act in both languages takes the same time and has the same result. The step after the act shows its end.

const A = '+15035550101';
const SIP = 'sip:a@b.example';
const END = { play: 'say:End' };
const AFTER = response('<Say>End</Say>');

type Fields = Readonly<Record<string, unknown>>;

interface Twin {
  readonly act: string;
  /** The steps in SWML, with what they set. */
  readonly swml: readonly [main: readonly unknown[], options?: Options];
  readonly results: (set: Fields, rung: Ring) => unknown;
  /** The verbs in cXML, with what the action receives. `/after` ends the call. */
  readonly cxml: readonly [verbs: string, options?: CallOptions];
  readonly fields: (sent: Fields, rung: Ring) => unknown;
  /** In seconds. */
  readonly time: number;
  readonly result: unknown;
}

const digits = (
  act: string,
  swml: object,
  cxml: string,
  pressed: string | null,
  time: number,
  result: string,
): Twin => ({
  act,
  swml: [[{ prompt: { play: 'say:Code', ...swml } }], { digits: [pressed] }],
  results: ({ prompt_value }) => prompt_value,
  cxml: [`<Gather action="/after" actionOnEmptyResult="true" ${cxml}><Say>Code</Say></Gather>`, { digits: [pressed] }],
  fields: ({ Digits = '' }) => Digits,
  time,
  result,
});

const DIGITS: readonly Twin[] = [
  digits('the last digit ends the input', { max_digits: 4 }, 'numDigits="4"', '1234', 3, '1234'),
  digits('a key ends the input', { max_digits: 4, terminators: '#' }, 'numDigits="4"', '12#', 2.5, '12'),
  digits(
    'a key after the last digit is too late',
    { max_digits: 2, terminators: '#' },
    'numDigits="2"',
    '12#',
    2,
    '12',
  ),
  digits('silence ends the input', { max_digits: 4, digit_timeout: 3 }, 'numDigits="4" timeout="3"', '12', 5, '12'),
  digits('nothing is entered', { initial_timeout: 4 }, 'timeout="4"', null, 5, ''),
  digits('only the key is pressed', { max_digits: 4, terminators: '#' }, 'numDigits="4"', '#', 1.5, ''),
  {
    act: 'speech ends with silence',
    swml: [[{ prompt: { play: 'say:Code', speech_end_timeout: 2 } }], { speech: ['a'.repeat(50)] }],
    results: ({ prompt_value }) => prompt_value,
    cxml: [
      '<Gather action="/after" input="speech" speechTimeout="2"><Say>Code</Say></Gather>',
      { speech: ['a'.repeat(50)] },
    ],
    fields: ({ SpeechResult }) => SpeechResult,
    time: 6,
    result: 'a'.repeat(50),
  },
];

const nothing = () => null;
const spoken = 'word '.repeat(20).trim();
const record = (
  act: string,
  limits: object,
  cxml: string,
  script: object | undefined,
  time: number,
  result: string,
): Twin => ({
  act,
  swml: [[{ record: limits }], script && { answers: { record: script } }],
  results: ({ record_result }) => record_result,
  cxml: [`<Record action="/after" ${cxml}/>`, script && { answers: { Record: script } }],
  fields: ({ RecordingUrl }) => (RecordingUrl === undefined ? 'failed' : 'success'),
  time,
  result,
});

const SOUNDS: readonly Twin[] = [
  {
    act: 'speech takes 60 ms a character',
    swml: [[{ play: `say:${spoken}` }]],
    results: nothing,
    cxml: [`<Say>${spoken}</Say><Redirect>/after</Redirect>`],
    fields: nothing,
    time: 5.94,
    result: null,
  },
  {
    act: 'a tone takes as long as a key',
    swml: [[{ send_digits: { digits: '12w#A' } }]],
    results: nothing,
    cxml: ['<Play digits="12w#A"/><Redirect>/after</Redirect>'],
    fields: nothing,
    time: 2.5,
    result: null,
  },
  record(
    'the maximum length ends silence',
    { initial_timeout: 9, max_length: 3 },
    'timeout="9" maxLength="3"',
    { result: 'no_input' },
    3,
    'failed',
  ),
  record('silence ends a recording', { end_silence_timeout: 2 }, 'timeout="2"', { after: 4 }, 6, 'success'),
  record('a caller without a script speaks', { end_silence_timeout: 2 }, 'timeout="2"', undefined, 7, 'success'),
  record('the maximum length ends speech', { max_length: 3 }, 'maxLength="3"', { after: 4 }, 3, 'success'),
];

const dial = (act: string, swml: object, cxml: string, party: object, time: number, result: string): Twin => ({
  act,
  swml: [[{ connect: { to: A, ...swml } }], { answers: { [A]: party } }],
  results: ({ connect_result, connect_failed_reason }) => connect_failed_reason ?? connect_result,
  cxml: [`<Dial action="/after" ${cxml}>${A}</Dial>`, { answers: { [A]: party } }],
  fields: ({ DialCallStatus }) =>
    DialCallStatus === 'completed' ? 'connected' : String(DialCallStatus).replace('-', '_'),
  time,
  result,
});

const DIALS: readonly Twin[] = [
  dial('a party answers and hangs up', {}, '', { after: 2, hangup_after: 10 }, 12, 'connected'),
  dial('a party is busy', {}, '', { outcome: 'busy', after: 3 }, 3, 'busy'),
  dial('no one answers', { timeout: 7 }, 'timeout="7"', { outcome: 'no_answer' }, 7, 'no_answer'),
  dial('the limit ends the talk', { max_duration: 5 }, 'timeLimit="5"', { after: 2, hangup_after: 60 }, 7, 'connected'),
  dial('the talk has a limit by default', {}, '', { after: 0, hangup_after: 20_000 }, 14_400, 'connected'),
];

const inline = JSON.stringify(document([END]));
const refer = (outcome: string, result: string): Twin => ({
  act: `a referred caller finds ${outcome}`,
  swml: [
    [{ sip_refer: { to_uri: SIP } }],
    { from: 'sip:c@d.example', answers: { [SIP]: { outcome: outcome as 'busy' } } },
  ],
  results: ({ sip_refer_to_response_code }) => sip_refer_to_response_code,
  cxml: [
    `<Refer action="/after"><Sip>${SIP}</Sip></Refer>`,
    { from: 'sip:c@d.example', answers: { [SIP]: { outcome: outcome as 'busy' } } },
  ],
  fields: ({ NotifySipResponseCode, ReferSipResponseCode }) => NotifySipResponseCode ?? ReferSipResponseCode,
  time: 5,
  result,
});

const PLACES: readonly Twin[] = [
  {
    act: 'a scripted participant leaves a conference',
    swml: [[{ join_conference: 'Team' }], { answers: { join_conference: { after: 20 } } }],
    results: ({ join_conference_result }) => join_conference_result === 'completed',
    cxml: ['<Dial action="/after"><Conference>Team</Conference></Dial>', { answers: { Conference: { after: 20 } } }],
    fields: ({ DialCallStatus }) => DialCallStatus === 'answered',
    time: 20,
    result: true,
  },
  {
    act: 'a coach needs a participant',
    swml: [[{ join_conference: { name: 'Team', coach: 'no-such-call' } }]],
    results: ({ join_conference_result }) => join_conference_result,
    cxml: ['<Dial action="/after"><Conference coach="no-such-call">Team</Conference></Dial>'],
    fields: ({ DialCallStatus }) => DialCallStatus,
    time: 0,
    result: 'failed',
  },
  refer('busy', '486'),
  refer('no_answer', '480'),
  refer('error', '603'),
];

const text = 'a'.repeat(1601);
const REFUSALS: readonly Twin[] = [
  {
    act: 'a stream without encryption',
    swml: [[{ stream: { url: 'ws://a.example/x' } }]],
    results: ({ stream_result }) => stream_result,
    cxml: ['<Start><Stream url="ws://a.example/x"/></Start><Redirect>/after</Redirect>'],
    fields: (_sent, { problems }) => (problems.some((one) => one.includes('(31922)')) ? 'failed' : 'success'),
    time: 0,
    result: 'failed',
  },
  {
    act: 'a message with more than 1,600 characters',
    swml: [[{ send_sms: { to_number: A, from_number: '+12065550107', body: text } }]],
    results: ({ send_sms_result }) => send_sms_result,
    cxml: [`<Sms to="${A}" action="/after">${text}</Sms>`],
    fields: ({ SmsStatus }) => (SmsStatus === 'invalid' ? 'failed' : 'success'),
    time: 0,
    result: 'failed',
  },
];

const endOf = ({ steps }: Ring): number | undefined => {
  const last = steps.at(-1);
  expect(last?.says).toMatch(/End/);
  return last && Math.round(last.time * 100) / 100;
};

describe.each([
  ['digits and speech', DIGITS],
  ['sounds and recordings', SOUNDS],
  ['dialled parties', DIALS],
  ['conferences, queues and other addresses', PLACES],
  ['refusals', REFUSALS],
] as const)('%s', (_title, twins) => {
  it.each(twins)('$act, in both languages alike', async ({ swml, cxml, results, fields, time, result }) => {
    const [main, options] = swml;
    const one = await ring([...main, END], options);
    const [verbs, more] = cxml;
    const other = await called({ '/main': response(verbs), '/after': AFTER }, more);
    const [sent = {}] = other.requestsTo('/after');
    expect({ time: endOf(one), result: results(variables(one), one) }).toEqual({ time, result });
    expect({ time: endOf(other), result: fields(sent, other) }).toEqual({ time, result });
  });
});

it('a scripted agent takes a caller from the queue, in both languages alike', async () => {
  const options = { answers: { support: { hangup_after: 10 } } };
  const queue = { enter_queue: { queue_name: 'support', transfer_after_bridge: { sections: { main: [END] } } } };
  const one = await ring([queue], options);
  const main = response('<Enqueue action="/after">support</Enqueue>');
  const { requestsTo, ended } = await called({ '/main': main, '/after': AFTER }, options);
  expect({ time: endOf(one), waited: variables(one).wait_time }).toEqual({ time: 15, waited: 5 });
  // In cXML, the action is requested when both have hung up, so its document does not run.
  expect(requestsTo('/after')).toMatchObject([{ QueueResult: 'bridged', QueueTime: '5' }]);
  expect(ended).toBe('hung up after the conversation with the agent');
});

it('a conference that is full lets the call continue, in both languages alike', async () => {
  const join = { join_conference: { name: 'Team', max_participants: 2 } };
  const room = '<Dial><Conference>Team</Conference></Dial>';
  const { sandbox, url, close } = await served(({ target }) => ({
    headers: { 'content-type': target === '/main' ? 'application/json' : 'application/xml' },
    body: target === '/main' ? JSON.stringify(document([join, END])) : response(room, '<Say>End</Say>'),
  }));
  const { calling, phone_numbers } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: '+12065550108' });
  await phone_numbers.set_cxml_webhook(id, `${url}/cxml`);
  for (const to of [A, '+15035550102']) await calling.dial({ from: '+12065550108', to, swml: document([join]) });
  sandbox.clock.advance(3);
  const rings = [await sandbox.ring('+12065550107'), await sandbox.ring('+12065550108')];
  await close();
  expect(rings.map((one) => [endOf(one), one.outcome])).toEqual([
    [0, 'ended'],
    [0, 'ended'],
  ]);
});

it('a caller whose document is in SWML hears the notice of an agent whose document is in cXML', async () => {
  const xml: Readonly<Record<string, string>> = {
    '/agent': response('<Dial><Queue url="/notice">support</Queue></Dial>'),
    '/notice': response('<Say>An agent takes your call</Say>'),
  };
  const { sandbox, url, received, close } = await served(({ target }) => ({
    headers: { 'content-type': 'application/xml' },
    body: xml[target] ?? '',
  }));
  const { calling, phone_numbers } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: '+12065550108' });
  await phone_numbers.set_cxml_webhook(id, `${url}/agent`);
  const swml = document([{ enter_queue: { queue_name: 'support', transfer_after_bridge: inline } }]);
  await calling.dial({ from: '+12065550107', to: A, swml });
  sandbox.clock.advance(6);
  const { steps, problems } = await sandbox.ring('+12065550108');
  await close();
  expect(steps[0]?.says).toContain('connected to +12065550107 from the queue support');
  const notice = received.find(({ target }) => target === '/notice');
  expect(Object.fromEntries(new URLSearchParams(notice?.body))).toMatchObject({ QueueTime: expect.any(String) });
  expect(problems).toEqual([]);
});

/** Pays in both languages with one connector. */
async function paid(entered: readonly string[], answers: readonly string[], brands = 'visa') {
  const left = [...answers];
  const pay = { charge_amount: '20', max_attempts: 2, postal_code: false, valid_card_types: brands };
  const { sandbox, url, close } = await served(({ target }) => ({
    body:
      target === '/main'
        ? JSON.stringify(document([{ pay: { payment_connector_url: `${url}/charge`, ...pay } }, END]))
        : (left.shift() ?? ''),
  }));
  const one = await sandbox.ring('+12065550107', { digits: entered });
  await close();
  const more = [...answers];
  const attributes = `chargeAmount="20" maxAttempts="2" postalCode="false" validCardTypes="${brands}"`;
  const other = await called(
    {
      '/main': response(`<Pay paymentConnectorUrl="/charge" action="/after" ${attributes}/>`),
      '/charge': () => more.shift() ?? '',
      '/after': AFTER,
    },
    { digits: entered },
  );
  const set = variables(one).pay_payment_results as Fields;
  const [sent = {}] = other.requestsTo('/after');
  return {
    swml: {
      time: endOf(one),
      result: variables(one).pay_result,
      error: set.payment_error,
      brand: set.payment_card_type,
    },
    cxml: {
      time: endOf(other),
      result: sent.Result,
      error: sent.PaymentError ?? sent.ConnectorError ?? '',
      brand: sent.PaymentCardType ?? '',
    },
  };
}

const VISA = '4111111111111111#';
const REST = ['1299#', '123#'];
const CHARGED = '{"charge_id":"ch_1","error_code":null}';
const DECLINED = '{"charge_id":null,"error_code":"402","error_message":"declined"}';

describe('payments', () => {
  it.each([
    ['a card that is charged', [VISA, ...REST], [CHARGED], { result: 'success', error: '', brand: 'visa' }],
    [
      'a card that is declined once',
      [VISA, ...REST, VISA, ...REST],
      [DECLINED, CHARGED],
      { result: 'success', error: '', brand: 'visa' },
    ],
    [
      'a card that is declined twice',
      [VISA, ...REST, VISA, ...REST],
      [DECLINED, DECLINED],
      { result: 'payment-connector-error', error: 'declined', brand: 'visa' },
    ],
    [
      'a wrong check digit',
      ['4111111111111112#', '4111111111111112#'],
      [],
      { result: 'too-many-failed-attempts', error: 'invalid-card-number', brand: '' },
    ],
    [
      'a wrong length',
      ['411111111111116#', '411111111111116#'],
      [],
      { result: 'too-many-failed-attempts', error: 'invalid-card-type', brand: '' },
    ],
    [
      'a brand that is not accepted',
      ['378282246310005#', '378282246310005#'],
      [],
      { result: 'too-many-failed-attempts', error: 'invalid-card-type', brand: '' },
    ],
    ['a caller who changes their mind', ['41*'], [], { result: 'caller-interrupted-with-star', error: '', brand: '' }],
  ])('%s, in both languages alike', async (_act, entered, answers, result) => {
    const { swml, cxml } = await paid(entered, answers);
    expect(swml).toEqual({ time: expect.any(Number), ...result });
    expect(cxml).toEqual(swml);
  });
});
