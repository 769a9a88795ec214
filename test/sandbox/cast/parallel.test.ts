import { expect, it } from 'vitest';
import { type Cast, type CastCaller, type CastResult, createSandbox } from '../../../src/sandbox.js';
import { type Random, seeded } from '../../support/random.js';
import { rotatedSeeds } from '../../support/rotation.js';

const swml = (...main: unknown[]) => ({ sections: { main } });
const PARTIES = ['+15035550111', '+15035550112'];
const OUTCOMES = ['answers', 'busy', 'no_answer', 'declined', 'machine'] as const;

/** What callers reach. Queues, conferences and called people bring them together. */
const DOCUMENTS: readonly CastCaller['document'][] = [
  swml(
    { play: 'say:Hello' },
    { enter_queue: { queue_name: 'q', wait_time: 60, transfer_after_bridge: swml({ play: 'say:Bye' }) } },
    { play: 'say:No agent' },
  ),
  '<Response><Enqueue>q</Enqueue></Response>',
  '<Response><Dial><Queue>q</Queue></Dial><Dial timeout="20"><Queue>q</Queue></Dial></Response>',
  '<Response><Dial><Conference startConferenceOnEnter="false">c</Conference></Dial><Say>Bye</Say></Response>',
  '<Response><Dial><Conference endConferenceOnExit="true">c</Conference></Dial></Response>',
  swml({ join_conference: { name: 'd' } }, { play: 'say:Alone again' }),
  swml({ connect: { serial: PARTIES.map((to) => ({ to, timeout: 15 })) } }, { play: 'say:Bye' }),
  swml({ connect: { parallel: PARTIES.map((to) => ({ to })) } }),
  swml(
    { prompt: { play: 'say:Press a key.', max_digits: 1 } },
    { request: { url: 'https://crm.example.com/a', method: 'GET', save_variables: true } },
    { play: 'say:Hello' },
  ),
];

function castOf(random: Random): Cast {
  const some = <T>(value: T): T | undefined => (random.below(2) === 0 ? value : undefined);
  const callers = Array.from({ length: 2 + random.below(4) }, (_, i): [string, CastCaller] => {
    const hangup_after = some(1 + random.below(90));
    const digits = some([random.pick(['1', '2', null])]);
    const caller = { document: random.pick(DOCUMENTS), after: random.below(40) } as CastCaller;
    return [`P${i}`, { ...caller, ...(hangup_after !== undefined && { hangup_after }), ...(digits && { digits }) }];
  });
  const called = PARTIES.map((number, i) => {
    const [after, hangup_after] = [random.below(20), 1 + random.below(60)];
    return [`C${i}`, { number, outcome: random.pick(OUTCOMES), after, hangup_after }] as const;
  });
  return {
    callers: Object.fromEntries(callers),
    called: Object.fromEntries(called),
    replies: [{ url: 'https://crm.example.com/*', json: { name: 'Ann' } }],
  };
}

const perform = (cast: Cast): Promise<CastResult> => createSandbox({ empty: true }).cast(cast);

it('tells the same stories in parallel as one after the other', async () => {
  const casts = rotatedSeeds(200).map((seed) => castOf(seeded(seed)));
  const alone: CastResult[] = [];
  for (const cast of casts) alone.push(await perform(cast));
  const together = await Promise.all(casts.map(perform));
  expect(together).toEqual(alone);
  // Meetings, waits and ends of all kinds occur.
  const texts = alone.flatMap(({ parties }) => parties.flatMap(({ story }) => story.map(({ text }) => text)));
  expect(texts.some((text) => text.startsWith('meets P'))).toBe(true);
  expect(texts.some((text) => text.startsWith('meets C'))).toBe(true);
}, 60_000);

it.each(rotatedSeeds(200))('shows both sides of each meeting, and no story after its end: seed %d', async (seed) => {
  const { parties, failures } = await perform(castOf(seeded(seed)));
  const meetings = parties.flatMap(({ name, story }) =>
    story.flatMap(({ time, until, text }) => {
      const [, other] = /^meets (P\d|C\d)$/.exec(text) ?? [];
      return other === undefined ? [] : [{ pair: [name, other], time, until }];
    }),
  );
  for (const { pair, time, until } of meetings)
    expect(meetings).toContainEqual({ pair: [pair[1], pair[0]], time, until });
  for (const { story, role } of parties) {
    const end = story.findIndex(({ text }) => text.startsWith('end: '));
    if (!role.includes(' calls ') || end === -1) continue;
    const last = story[end]?.time ?? 0;
    expect(story.every(({ time, until = time }) => until <= last)).toBe(true);
  }
  expect(failures).toEqual([]);
});
