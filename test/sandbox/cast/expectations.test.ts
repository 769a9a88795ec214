import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Expectation } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';

const swml = (...main: unknown[]) => ({ sections: { main } });
const CRM = 'https://crm.example.com/customers';
const DOCUMENT = swml(
  { play: 'say:Welcome to the shop.' },
  { prompt: { play: 'say:Press 1.', max_digits: 1 } },
  { request: { url: CRM, method: 'POST', body: { key: '%{prompt_value}' } } },
  {
    enter_queue: {
      queue_name: 'sales',
      wait_time: 10,
      status_url: `${CRM}/queue`,
      transfer_after_bridge: swml('hangup'),
    },
  },
  { play: 'say:Goodbye.' },
);

async function check(expected: Expectation) {
  const { parties, failures } = await createSandbox({ empty: true }).cast({
    callers: { Ann: { document: DOCUMENT, digits: ['1'], expect: [expected] } },
    replies: [{ url: `${CRM}*`, json: {} }],
  });
  return { text: parties[0]?.expectations[0]?.text, failures };
}

it.each<[Expectation, string]>([
  [{ hears: 'Welcome' }, 'hears "Welcome"'],
  [{ hears: ['Welcome', 'Press 1', 'Goodbye'] }, 'hears "Welcome", then "Press 1", then "Goodbye"'],
  [{ hears: ['Welcome', 'the shop'] }, 'hears "Welcome", then "the shop"'],
  [{ never_hears: 'Support' }, 'never hears "Support"'],
  [{ is_in_queue: 'sales' }, 'is in the queue sales'],
  [
    { callback: 'calling.call.queue', with: { status: 'leave', size: 1 } },
    "callback calling.call.queue with status 'leave', size 1",
  ],
  [{ callback: '/customers', with: { key: 1 } }, 'callback /customers with key 1'],
  [{ callback: '/queue', with: { 'params.name': 'sales' } }, "callback /queue with params.name 'sales'"],
  [{ ends_by: 'document' }, 'ends by document'],
  [{ reason: 'end of the document' }, 'ends because of "end of the document"'],
])('%j is met', async (expected, text) => {
  expect(await check(expected)).toEqual({ text, failures: [] });
});

const HEARD = '"Welcome to the shop.", "Press 1.", "Goodbye."';
it.each<[Expectation, string]>([
  [{ hears: 'welcome' }, `expected to hear "welcome", but heard ${HEARD}`],
  [{ hears: ['Press 1', 'Welcome'] }, `expected to hear "Welcome" after "Press 1", but heard ${HEARD}`],
  [{ never_hears: 'shop' }, 'expected not to hear "shop", but heard "Welcome to the shop."'],
  [{ meets: 'Joe' }, 'expected to meet Joe, but met no one'],
  [{ is_in_queue: 'support' }, 'expected the queue support, but it was in sales'],
  [{ is_in_conference: 'team' }, 'expected the conference team, but it was in no conference'],
  [
    { callback: 'calling.call.quue' },
    `expected calling.call.quue, but the callbacks were calling.call.queue, ${CRM}. Did you mean calling.call.queue?`,
  ],
  [
    { callback: 'calling.call.queue', with: { name: 'sales', status: 'dequeue' } },
    "expected calling.call.queue with status 'dequeue', but it was 'enqueue', 'leave'",
  ],
  [{ callback: '/customers', with: { kye: 1 } }, 'expected /customers with kye 1, but it was undefined'],
  [{ ends_by: 'caller' }, 'expected the end by caller, but it was by document: end of the document'],
  [{ reason: 'busy' }, 'expected the reason "busy", but it was "end of the document"'],
])('%j is not met, with the difference', async (expected, difference) => {
  expect((await check(expected)).failures).toEqual([`Ann: ${difference}`]);
});

it('names the problems of documents as failures', async () => {
  const document = swml({ play: 'say:Hello' }, { plya: 'say:x' });
  const { failures } = await createSandbox().cast({ callers: { Ann: { document } } });
  expect(failures).toEqual([expect.stringMatching(/^Ann: .*plya.*Did you mean play\?/)]);
});

it('knows the callers that never hang up, and those that another party ended', async () => {
  const conference = '<Response><Dial><Conference>team</Conference></Dial></Response>';
  const { failures } = await createSandbox().cast({
    callers: {
      Ann: { document: conference, expect: [{ ends_by: 'not_ended' }] },
      Bob: {
        document: swml({ tap: { uri: 'rtp://203.0.113.1:4000' } }, { sleep: 3 }, { hangup: {} }),
        answers: { tap: {} },
        expect: [{ ends_by: 'document' }],
      },
    },
  });
  expect(failures).toEqual([]);
});

it('reports replies and parts of scripts that are not used', async () => {
  const { unused, parties } = await createSandbox().cast({
    callers: { Ann: { document: swml('hangup'), digits: ['1'], answers: { record: { result: 'failed' } } } },
    replies: [{ url: '/pay' }],
  });
  expect(unused).toEqual(['reply to /pay']);
  expect(parties[0]?.call?.unused).toEqual(['digits 1', 'answers for record']);
});

it('lets servers on this machine answer, and other stand-ins after it', async () => {
  const server = await receiver(() => ({ headers: { 'content-type': 'application/json' }, body: '{"name":"Ann"}' }));
  onTestFinished(server.close);
  const sandbox = createSandbox();
  const request = { request: { url: `${server.url}/crm`, method: 'GET', save_variables: true } };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the document
  const document = swml(request, { play: 'say:Hello ${request_response.name}' });
  const cast = { callers: { Ann: { document, expect: [{ hears: 'Hello Ann' }] } } };
  expect((await sandbox.cast(cast)).failures).toEqual([]);
  await sandbox.close();
});

it('is kept apart from the calls before and after it', async () => {
  const sandbox = createSandbox();
  await sandbox.ring('+12065550100');
  const cast = { callers: { Ann: { document: swml({ sleep: 5 }) } } };
  const stories = [await sandbox.cast(cast), await sandbox.cast(cast)].map(({ parties }) => parties[0]?.story);
  expect(stories[1]).toEqual(stories[0]);
  expect(sandbox.calls().filter(({ direction }) => direction === 'inbound').length).toBeGreaterThanOrEqual(3);
});
