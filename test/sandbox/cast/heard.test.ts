import { expect, it } from 'vitest';
import { createSandbox, type Expectation } from '../../../src/sandbox.js';

const swml = (...main: unknown[]) => ({ sections: { main } });

async function failures(document: string | object, hangup_after: number, expected: Expectation) {
  const caller = { document: document as string, hangup_after, expect: [expected] };
  return (await createSandbox({ empty: true }).cast({ callers: { Ann: caller } })).failures;
}

const LONG = `${'a'.repeat(50)} ${'b'.repeat(50)}`; // 6.06 s
const B = 'b'.repeat(50);

it.each([
  ['play', swml({ play: { urls: ['silence:10', 'say:Goodbye.'] } })],
  ['prompt', swml({ prompt: { play: ['silence:10', 'say:Goodbye.'] } })],
])('a sound of %s is not heard if the caller hangs up before it', async (_, document) => {
  const late = 'the call ended after 6 s, and it was to be heard after 11 s';
  expect(await failures(document, 5, { hears: 'Goodbye' })).toEqual([`Ann: expected to hear "Goodbye", but ${late}`]);
  expect(await failures(document, 5, { never_hears: 'Goodbye' })).toEqual([]);
  expect(await failures(document, 10.5, { hears: 'Goodbye' })).toEqual([]);
});

it('a step of cXML that the caller hangs up before is not heard', async () => {
  const document = '<Response><Say>Welcome.</Say><Pause length="10"/><Say>Goodbye.</Say></Response>';
  expect(await failures(document, 5, { hears: 'Goodbye' })).toEqual([
    'Ann: expected to hear "Goodbye", but heard "Welcome."',
  ]);
});

it('the rest of a text is not heard if the caller hangs up while it is spoken', async () => {
  const document = swml({ play: `say:${LONG}` });
  expect(await failures(document, 2, { hears: 'aaa' })).toEqual([]);
  expect(await failures(document, 2, { hears: B })).toEqual([
    `Ann: expected to hear "${B}", but the call ended after 3 s, and it was to be heard after 4.1 s`,
  ]);
  expect(await failures(document, 4, { hears: B })).toEqual([]);
});

it('what a queue plays ends when an agent takes the caller', async () => {
  const { failures } = await createSandbox({ empty: true }).cast({
    callers: {
      Ann: {
        document: '<Response><Enqueue waitUrl="/wait">support</Enqueue></Response>',
        expect: [{ hears: 'Please wait' }, { never_hears: 'You are next' }],
      },
      Joe: { document: '<Response><Dial><Queue>support</Queue></Dial></Response>', after: 5 },
    },
    replies: [
      { url: '/wait', text: '<Response><Say>Please wait</Say><Pause length="20"/><Say>You are next</Say></Response>' },
    ],
  });
  expect(failures).toEqual([]);
});

const STATUS = 'https://crm.example.com/status';
it.each([
  [
    'a callback',
    swml({ play: { url: 'say:Hi', status_url: STATUS } }),
    { callback: 'calling.call.play', with: { state: 'finished' } },
  ],
  ['a request', swml({ request: { url: STATUS, method: 'POST' } }), { callback: '/status' }],
])('%s that is kept back meets an expectation, with a note', async (_, document, expected) => {
  const noteWith = async (replies: { url: string; json: object }[]) => {
    const { parties } = await createSandbox({ empty: true }).cast({
      callers: { Ann: { document, expect: [expected] } },
      replies,
    });
    const { isMet, note } = parties[0]?.expectations[0] ?? {};
    return { isMet, note };
  };
  expect(await noteWith([])).toEqual({ isMet: true, note: expect.stringMatching(/^kept back, not sent/) });
  expect(await noteWith([{ url: STATUS, json: {} }])).toEqual({ isMet: true, note: undefined });
});
