import { describe, expect, it } from 'vitest';
import { called, response } from '../cxml/story.js';

/** The keys that a caller presses at each menu of an IVR with three levels and retries. */
const IVR = {
  '/main': response(
    '<Gather numDigits="1" action="/language" timeout="4">',
    '<Say>Welcome to Northwind. For English, press 1.</Say>',
    '<Say language="es-US">Para español, oprima 2.</Say>',
    '</Gather>',
    '<Say>We did not get that.</Say>',
    '<Redirect>/main</Redirect>',
  ),
  '/language': ({ Digits }: Readonly<Record<string, string>>) =>
    Digits === '1'
      ? response('<Redirect method="GET">/menu?lang=en</Redirect>')
      : Digits === '2'
        ? response('<Redirect method="GET">/menu?lang=es</Redirect>')
        : response('<Say>That is not a choice.</Say>', '<Redirect>/main</Redirect>'),
  '/menu': response(
    '<Gather numDigits="1" action="/department"><Say>For orders, press 1. For billing, press 2.</Say></Gather>',
    '<Say>Goodbye.</Say>',
  ),
  '/department': ({ Digits }: Readonly<Record<string, string>>) =>
    Digits === '1'
      ? response(
          '<Gather finishOnKey="#" action="/order"><Say>Enter your order number, then the pound key.</Say></Gather>',
        )
      : response('<Dial action="/dialled" timeout="15"><Number>+15035550120</Number></Dial>'),
  '/order': ({ Digits }: Readonly<Record<string, string>>) =>
    response(`<Say>Order ${Digits} ships tomorrow.</Say>`, '<Sms>Your order ships tomorrow.</Sms>', '<Hangup/>'),
  '/dialled': ({ DialCallStatus }: Readonly<Record<string, string>>) =>
    DialCallStatus === 'completed'
      ? response()
      : response('<Say>Leave a message after the tone.</Say>', '<Record action="/recorded" maxLength="120"/>'),
  '/recorded': response('<Say>Thank you. Goodbye.</Say>'),
};

describe('an IVR with three levels and retries', () => {
  it('leads a hesitating caller to the order desk', async () => {
    const { story, ended, problems } = await called(IVR, { digits: [null, '9', '1', '1', '1042#'] });
    expect(story.filter((one) => /^(Gather|Sms|Hangup)/.test(one))).toEqual([
      'Gather: no input',
      'Gather: the caller pressed 9; requests /language with Digits=9',
      'Gather: the caller pressed 1; requests /language with Digits=1',
      'Gather: the caller pressed 1; requests /department with Digits=1',
      'Gather: the caller pressed 1042; requests /order with Digits=1042',
      'Sms: sends a message to +15035550199: Your order ships tomorrow.',
      'Hangup: hangs up',
    ]);
    expect(story).toContain('Say: says "That is not a choice."');
    expect(story).toContain('Say: says "Order 1042 ships tomorrow."');
    expect({ ended, problems }).toEqual({ ended: 'hung up (hangup)', problems: [] });
  });

  it('answers each prompt of a caller who is a function', async () => {
    const prompts: string[] = [];
    const { story } = await called(IVR, {
      digits: ({ says }) => {
        prompts.push(says);
        return says.includes('English') ? '2' : says.includes('orders') ? '2' : null;
      },
      answers: { '+15035550120': { after: 2, hangup_after: 90 } },
    });
    expect(prompts).toEqual([
      'Welcome to Northwind. For English, press 1. Para español, oprima 2.',
      'For orders, press 1. For billing, press 2.',
    ]);
    expect(story.at(-1)).toContain('connected to +15035550120; completed; requests /dialled');
  });

  it('takes a message when billing does not answer', async () => {
    const { story, requestsTo } = await called(IVR, {
      digits: ['1', '2'],
      speech: ['Please call me back about my invoice'],
      answers: { '+15035550120': { outcome: 'no_answer' } },
    });
    expect(requestsTo('/dialled')[0]).toMatchObject({ DialCallStatus: 'no-answer' });
    expect(requestsTo('/recorded')[0]).toMatchObject({ RecordingUrl: expect.stringContaining('/Recordings/') });
    expect(story.at(-1)).toBe('Say: says "Thank you. Goodbye."');
  });
});

describe('voicemail', () => {
  const main = {
    '/main': response('<Dial timeout="10" action="/status" answerOnBridge="true"><Number>+15035550121</Number></Dial>'),
    '/status': ({ DialCallStatus }: Readonly<Record<string, string>>) =>
      DialCallStatus === 'completed'
        ? response('<Hangup/>')
        : response(
            '<Say>I cannot take your call.</Say>',
            '<Record action="/done" finishOnKey="#" timeout="3" recordingStatusCallback="/recording"/>',
          ),
    '/done': response('<Say>Bye.</Say>', '<Hangup/>'),
  };

  it('records after the greeting', async () => {
    const { requestsTo, webhooks } = await called(main, {
      speech: ['It is Ada, call me'],
      answers: { '+15035550121': { outcome: 'busy' } },
    });
    expect(requestsTo('/done')).toEqual([expect.objectContaining({ RecordingDuration: '2' })]);
    expect(webhooks.map(({ event }) => event)).toEqual(['recording.completed']);
  });

  it('records nothing when the owner answers', async () => {
    const { story, requestsTo } = await called(main, { answers: { '+15035550121': { hangup_after: 20 } } });
    expect(requestsTo('/done')).toEqual([]);
    expect(story.at(-1)).toBe('Hangup: hangs up');
  });
});

describe('call screening', () => {
  const documents = {
    '/main': response(
      '<Say>Please hold.</Say>',
      '<Dial action="/after" timeout="20"><Number url="/whisper">+15035550122</Number></Dial>',
    ),
    '/whisper': response(
      '<Gather numDigits="1" action="/choice"><Say>A caller. Press 1 to accept.</Say></Gather>',
      '<Hangup/>',
    ),
    '/choice': ({ Digits }: Readonly<Record<string, string>>) =>
      Digits === '1' ? response('<Say>Connecting.</Say>') : response('<Hangup/>'),
    '/after': ({ DialCallStatus }: Readonly<Record<string, string>>) => response(`<Say>${DialCallStatus}</Say>`),
  };

  it.each([
    ['accepts', '1', 'completed'],
    ['refuses', '2', 'no-answer'],
    ['is silent', '', 'no-answer'],
  ])('reports the result when the called party %s', async (_, digits, result) => {
    const { story } = await called(documents, {
      answers: { '+15035550122': { digits: [digits], hangup_after: 60 } },
    });
    expect(story.at(-1)).toBe(`Say: says "${result}"`);
  });
});

describe('a queue with hold music', () => {
  const documents = {
    '/main': response('<Say>All agents are busy.</Say>', '<Enqueue action="/left" waitUrl="/hold">support</Enqueue>'),
    '/hold': ({ QueuePosition }: Readonly<Record<string, string>>) =>
      response(`<Say>You are number ${QueuePosition}.</Say>`, '<Play>https://media.example/hold.mp3</Play>'),
    '/left': ({ QueueResult }: Readonly<Record<string, string>>) => response(`<Say>Result: ${QueueResult}</Say>`),
  };

  it('repeats the wait document until an agent takes the call', async () => {
    const { ended, requestsTo } = await called(documents, { answers: { support: { after: 30, hangup_after: 60 } } });
    expect(requestsTo('/hold').length).toBeGreaterThan(1);
    expect(requestsTo('/left')).toEqual([expect.objectContaining({ QueueResult: 'bridged' })]);
    // The action is requested when both have hung up.
    expect(ended).toBe('hung up after the conversation with the agent');
  });

  it('ends with the caller, who gives up', async () => {
    const { ended, outcome, requestsTo } = await called(documents, { hangup_after: 25 });
    expect({ ended, outcome }).toEqual({ ended: 'the caller hung up after 25 s', outcome: 'ended' });
    expect(requestsTo('/hold').length).toBeGreaterThan(1);
  });
});

describe('a conference with a moderator', () => {
  it('reports who joins and that it starts', async () => {
    const room = (start: string, end: string) =>
      response(
        `<Dial action="/after"><Conference startConferenceOnEnter="${start}" endConferenceOnExit="${end}" statusCallback="/room" statusCallbackEvent="start end join leave">Board</Conference></Dial>`,
      );
    const guest = await called({ '/main': room('false', 'false') });
    expect(guest.ended).toContain('waits for other participants');
    expect(guest.webhooks.map(({ event }) => event)).toEqual(['participant-join']);
    const moderator = await called({ '/main': room('true', 'true') }, { hangup_after: 30 });
    expect(moderator.webhooks.map(({ event }) => event).slice(0, 2)).toEqual(['participant-join', 'conference-start']);
    expect(moderator.outcome).toBe('ended');
  });
});

describe('a parallel dial', () => {
  const numbers = ['+15035550131', '+15035550132', '+15035550133'];
  const documents = {
    '/main': response(
      `<Dial action="/after" timeout="20" callerId="+12065550107">${numbers
        .map((one) => `<Number statusCallback="/leg" statusCallbackEvent="answered completed">${one}</Number>`)
        .join('')}</Dial>`,
    ),
    '/after': ({ DialCallStatus }: Readonly<Record<string, string>>) => response(`<Say>${DialCallStatus}</Say>`),
  };

  it('connects the first that answers and hangs up the others', async () => {
    const { story, webhooks } = await called(documents, {
      answers: {
        '+15035550131': { outcome: 'busy', after: 2 },
        '+15035550132': { after: 9 },
        '+15035550133': { after: 4, hangup_after: 30 },
      },
    });
    expect(story[0]).toContain('connected to +15035550133; completed');
    const ends = webhooks.filter(({ event }) => event === 'call.completed').map(({ payload }) => payload);
    expect(ends.map(({ To, CallStatus }) => `${To} ${CallStatus}`).sort()).toEqual([
      '+15035550131 busy',
      '+15035550132 canceled',
      '+15035550133 completed',
    ]);
  });

  it('reports that no one answered', async () => {
    const answers = Object.fromEntries(numbers.map((one) => [one, { outcome: 'no_answer' as const }]));
    const { story } = await called(documents, { answers });
    expect(story.at(-1)).toBe('Say: says "no-answer"');
  });
});

const CARD = ['4111111111111111#', '1230#', '123#'];

describe('a payment', () => {
  const documents = (charge: string) => ({
    '/main': response(
      '<Pay paymentConnectorUrl="/charge" chargeAmount="20.00" maxAttempts="2" postalCode="false" action="/paid">',
      '<Prompt for="payment-card-number"><Say>Your card number, please.</Say></Prompt></Pay>',
    ),
    '/charge': charge,
    '/paid': ({ Result }: Readonly<Record<string, string>>) => response(`<Say>${Result}</Say>`),
  });

  it('asks again for a wrong card, and charges the second one', async () => {
    const { requestsTo, requests, story } = await called(documents('{"charge_id":"ch_1","error_code":null}'), {
      digits: ['4111111111111112#', '4111111111111111#', '1230#', '123#'],
    });
    expect(story[0]).toContain('says "Your card number, please."; invalid-card-number');
    expect(requestsTo('/paid')[0]).toMatchObject({
      Result: 'success',
      PaymentCardNumber: '************1111',
      PaymentConfirmationCode: 'ch_1',
      SecurityCode: '***',
    });
    const charged = requests.find(({ url }) => url.includes('/charge?bodySHA256='));
    expect(JSON.parse(charged?.body ?? '')).toMatchObject({ cardnumber: '[card]', chargeAmount: '20.00' });
  });

  it.each([
    ['too-many-failed-attempts', [null, null]],
    ['caller-interrupted-with-star', ['*']],
    ['payment-connector-error', [...CARD, ...CARD]],
  ])('ends with %s', async (result, digits) => {
    const { story } = await called(documents('{"charge_id":null,"error_code":"card_declined"}'), { digits });
    expect(story.at(-1)).toBe(`Say: says "${result}"`);
  });
});
