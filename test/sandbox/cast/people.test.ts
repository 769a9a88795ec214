import { describe, expect, it } from 'vitest';
import { type Cast, type CastResult, createSandbox } from '../../../src/sandbox.js';

const swml = (...main: unknown[]) => ({ sections: { main } });
const perform = (cast: Cast | string): Promise<CastResult> => createSandbox({ empty: true }).cast(cast);
const story = ({ parties }: CastResult, name: string) =>
  parties
    .find((one) => one.name === name)
    ?.story.map(({ time, until, text }) => `${time}${until === undefined ? '' : `–${until}`} ${text}`);

const WAITS = swml(
  { play: 'say:Please wait.' },
  { enter_queue: { queue_name: 'support', transfer_after_bridge: swml({ play: 'say:Rate us.' }) } },
);
const AGENT = '<Response><Dial><Queue>support</Queue></Dial><Dial><Queue>support</Queue></Dial></Response>';

describe('a queue with two callers and one agent', () => {
  const cast: Cast = {
    callers: {
      Ann: {
        document: WAITS,
        hangup_after: '40s',
        expect: [{ hears: 'wait' }, { is_in_queue: 'support' }, { meets: 'Joe' }, { ends_by: 'caller' }],
      },
      Bob: {
        document: WAITS,
        after: '2s',
        expect: [{ meets: 'Joe' }, { hears: ['wait', 'Rate us'] }, { ends_by: 'document' }],
      },
      Joe: {
        document: AGENT,
        after: '10s',
        hangup_after: '1m',
        expect: [{ meets: ['Ann', 'Bob'] }, { ends_by: 'caller' }],
      },
    },
  };

  it('lets the agent talk with one after the other', async () => {
    const result = await perform(cast);
    expect(result.failures).toEqual([]);
    expect(story(result, 'Ann')).toEqual([
      '0 calls',
      '1 main[0] play: plays say:Please wait.',
      '2 main[1] enter_queue: enters the queue support at position 1; an agent takes the call after 9 s',
      '2–11 is in the queue support',
      '11–41 meets Joe',
      '41 end: the caller hung up after 40 s',
    ]);
    expect(story(result, 'Bob')).toEqual(
      expect.arrayContaining(['4–41 is in the queue support', '41–71 meets Joe', '72 end: end of the document']),
    );
    expect(story(result, 'Joe')).toEqual(
      expect.arrayContaining(['11–41 meets Ann', '41–71 meets Bob', '71 end: the caller hung up after 60 s']),
    );
  });

  it('ends a conversation after 30 seconds if no script says when', async () => {
    const { hangup_after: _, ...Joe } = { ...cast.callers.Joe, document: AGENT };
    const result = await perform({
      callers: { Bob: { document: WAITS }, Joe: { ...Joe, expect: [{ meets: 'Bob' }] } },
    });
    expect(result.failures).toEqual([]);
    expect(story(result, 'Bob')).toContain('11–41 meets Joe');
  });
});

it('measures a dialled call from the start of the conversation, not of the wait in the queue', async () => {
  const done = (seconds: number) => ({ callback: '/done', with: { DialCallDuration: seconds } });
  const { failures } = await perform({
    callers: {
      // After the conversation, the call of Ann continues.
      Ann: { document: WAITS, expect: [{ meets: 'Joe' }] },
      Joe: {
        document: '<Response><Dial action="/done"><Queue>support</Queue></Dial></Response>',
        after: '20s',
        hangup_after: 12,
        expect: [done(12)],
      },
      Max: {
        document: '<Response><Dial action="/done"><Number url="/whisper">+15035550111</Number></Dial></Response>',
        expect: [done(30)],
      },
    },
    called: { Cleo: { number: '+15035550111', hangup_after: 36 } },
    replies: [
      { url: '/whisper', text: '<Response><Pause length="6"/></Response>' },
      { url: '/done', text: '<Response/>' },
    ],
  });
  expect(failures).toEqual([]);
});

describe('a conference with a moderator', () => {
  const guest = (name: string) =>
    `<Response><Say>Hello ${name}</Say><Dial><Conference startConferenceOnEnter="false">team</Conference></Dial></Response>`;
  const moderator =
    '<Response><Dial><Conference endConferenceOnExit="true">team</Conference></Dial><Say>Bye</Say></Response>';
  const cast: Cast = {
    callers: {
      Ann: { document: guest('Ann'), expect: [{ is_in_conference: 'team' }, { meets: ['Bob', 'Cleo', 'Max'] }] },
      Bob: { document: guest('Bob'), after: 2, expect: [{ meets: ['Ann', 'Max'] }, { ends_by: 'document' }] },
      Cleo: { document: guest('Cleo'), after: '4s', hangup_after: '30s', expect: [{ meets: ['Ann', 'Bob', 'Max'] }] },
      Max: { document: moderator, after: '20s', hangup_after: '1m', expect: [{ meets: ['Cleo', 'Bob', 'Ann'] }] },
    },
  };

  it('lets the guests wait for the moderator, and ends with the moderator', async () => {
    const result = await perform(cast);
    expect(result.failures).toEqual([]);
    expect(story(result, 'Ann')).toEqual([
      '0 calls',
      '1 Say[0] Say: says "Hello Ann"',
      '2 Dial[1] Dial: joins the conference team; the conference ends; answered',
      '2–81 is in the conference team',
      '21–35 meets Cleo',
      '21–81 meets Bob',
      '21–81 meets Max',
      '81 end: end of the document',
    ]);
  });

  it('lets nobody meet without the moderator', async () => {
    const { Max: _, ...guests } = cast.callers;
    const { failures } = await perform({
      callers: { ...guests, Bob: { ...guests.Bob, hangup_after: 20, expect: [] } },
    });
    expect(failures).toEqual([
      'Ann: expected to meet Bob and Cleo and Max, but met no one',
      'Cleo: expected to meet Ann and Bob and Max, but met no one',
    ]);
  });

  it('works in SWML with three people', async () => {
    const joins = (fields: object) => swml({ join_conference: { name: 'team', ...fields } });
    const result = await perform({
      callers: {
        Ann: {
          document: joins({ start_on_enter: false }),
          expect: [{ meets: ['Bob', 'Max'] }, { ends_by: 'document' }],
        },
        Bob: { document: joins({ start_on_enter: false }), after: 1, expect: [{ meets: ['Ann', 'Max'] }] },
        Max: { document: joins({ end_on_exit: true }), after: 10, hangup_after: 20, expect: [{ ends_by: 'caller' }] },
      },
    });
    expect(result.failures).toEqual([]);
  });
});

describe('called people', () => {
  const serial = swml(
    { connect: { serial: [{ to: '+15035550111' }, { to: '+15035550112' }] } },
    { play: 'say:Thank you.' },
  );

  it('are called one after the other, the first of whom is busy', async () => {
    const result = await perform({
      callers: { Ann: { document: serial, expect: [{ meets: 'Cleo' }, { hears: 'Thank you' }] } },
      called: {
        Bob: { number: '+15035550111', outcome: 'busy', after: '3s' },
        Cleo: { number: '+15035550112', after: '2s', hangup_after: '20s', expect: [{ meets: 'Ann' }] },
      },
    });
    expect(result.failures).toEqual([]);
    expect(story(result, 'Bob')).toEqual(['1 is called by Ann', '4 is busy']);
    expect(story(result, 'Cleo')).toEqual(['4 is called by Ann', '6 answers', '6–26 meets Ann', '26 end: hangs up']);
  });

  it('hear what they are asked to confirm', async () => {
    const confirm = [{ prompt: { play: 'say:Press 1 to take the call.', max_digits: 1 } }];
    const result = await perform({
      callers: { Ann: { document: swml({ connect: { to: '+15035550111', confirm } }), expect: [{ meets: 'Bob' }] } },
      called: { Bob: { number: '+15035550111', digits: [1], expect: [{ hears: 'Press 1' }, { never_hears: 'bye' }] } },
    });
    expect(result.failures).toEqual([]);
  });

  it('are reported if no document calls them', async () => {
    const { unused } = await perform({
      callers: { Ann: { document: swml('hangup') } },
      called: { Bob: { number: '+15035550111' } },
    });
    expect(unused).toEqual(['called Bob']);
  });
});

describe('a transfer', () => {
  it('leads a caller to another document, and to another person', async () => {
    const cast = `
callers:
  Ann:
    document: main.yaml
    digits: [1, 2]
    expect:
      - hears: [Press 1 for sales, Press 2 to order, Thank you]
      - never_hears: Support
      - meets: Sal
      - reason: end of the document
called:
  Sal: { number: +15035550111, hangup_after: 10 }
`;
    const files: Readonly<Record<string, string>> = {
      'main.yaml': `
sections:
  main:
    - prompt: { play: "say:Press 1 for sales.", max_digits: 1 }
    - switch:
        variable: prompt_value
        case: { "1": [{ transfer: { dest: sales.yaml } }] }
        default: [{ play: "say:Support" }]
`,
      'sales.yaml': `
sections:
  main:
    - prompt: { play: "say:Press 2 to order.", max_digits: 1 }
    - connect: { to: "+15035550111" }
    - play: "say:Thank you."
`,
    };
    const result = await createSandbox().cast(cast, { files: (path) => files[path] });
    expect(result.failures).toEqual([]);
  });

  it('reaches a number of the sandbox by its binding', async () => {
    const { failures } = await createSandbox().cast({
      callers: { Ann: { to: '+12065550100', digits: [null], expect: [{ hears: 'Press 1' }] } },
    });
    expect(failures).toEqual([]);
  });
});
