import { expect, it } from 'vitest';
import { type Cast, type CastResult, createSandbox } from '../../../src/sandbox.js';

const swml = (...main: unknown[]) => ({ sections: { main } });
const xml = (...verbs: string[]) => `<Response>${verbs.join('')}</Response>`;
const perform = (cast: Cast): Promise<CastResult> => createSandbox({ empty: true }).cast(cast);
const story = ({ parties }: CastResult, name: string) => parties.find((one) => one.name === name)?.story ?? [];
const texts = (result: CastResult, name: string) => story(result, name).map(({ text }) => text);
const PARTY = '+15035550111';
const connects = { SWML: swml({ connect: { to: PARTY } }), cXML: xml(`<Dial>${PARTY}</Dial>`) };

it.each(Object.entries(connects))(
  'a called party of %s that hangs up, or declines, does so in its own story',
  async (_, document) => {
    const called = (more: object) =>
      perform({ callers: { Ann: { document } }, called: { Bob: { number: PARTY, ...more } } });
    expect(texts(await called({ hangup_after: 5 }), 'Bob').at(-1)).toBe('end: hangs up');
    expect(texts(await called({ outcome: 'declined' }), 'Bob').at(-1)).toBe('declines');
    expect(texts(await called({ outcome: 'busy' }), 'Bob').at(-1)).toBe('is busy');
    const left = await perform({
      callers: { Ann: { document, hangup_after: 10 } },
      called: { Bob: { number: PARTY } },
    });
    expect(texts(left, 'Bob').at(-1)).toBe('end: the caller hung up');
  },
);

it('a caller from a queue that hangs up does so in its own story', async () => {
  const result = await perform({
    callers: {
      Ann: { document: xml('<Enqueue>support</Enqueue>') },
      Joe: { document: xml('<Dial><Queue>support</Queue></Dial>'), after: 5 },
    },
  });
  expect(texts(result, 'Ann').at(-1)).toBe('end: hangs up');
});

it.each([
  ['SWML', (more: object) => swml({ join_conference: { name: 'team', ...more } }, { play: 'say:Goodbye.' })],
  [
    'cXML',
    ({ end_on_exit = false }: { end_on_exit?: boolean }) =>
      xml(`<Dial><Conference endConferenceOnExit="${end_on_exit}">team</Conference></Dial><Say>Goodbye.</Say>`),
  ],
] as const)('a guest leaves a conference of %s, which ends for those who stay', async (_, joins) => {
  const result = await perform({
    callers: {
      Ann: { document: joins({}), hangup_after: 10 },
      Bob: { document: joins({}) },
      Max: { document: joins({ end_on_exit: true }), hangup_after: 30 },
    },
  });
  const step = (name: string) => texts(result, name).find((text) => text.includes('joins the conference'));
  expect(step('Ann')).toContain('leaves the conference');
  expect(step('Max')).toContain('leaves the conference');
  expect(step('Bob')).toContain('the conference ends');
  expect([step('Ann'), step('Max')].join()).not.toContain('the conference ends');
});

it('a time limit of the call is not the hang-up of its caller', async () => {
  const result = await perform({
    callers: { Ann: { document: swml({ answer: { max_duration: 5 } }, { sleep: 60_000 }) } },
  });
  expect(texts(result, 'Ann').at(-1)).toBe('end: the call ended');
  expect(story(result, 'Ann').at(-1)?.time).toBe(6);
});
