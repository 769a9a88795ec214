import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { called, response } from './story.js';

describe('the document that a caller hears while it waits', () => {
  it('plays in a conference until another participant comes', async () => {
    const { story, requestsTo, sandbox, number, requests } = await called({
      '/main': response('<Dial><Conference waitUrl="/wait">Team</Conference></Dial>'),
      '/wait': response('<Play>https://media.example/a.mp3</Play>'),
    });
    expect(requestsTo('/wait').length).toBeGreaterThan(0);
    expect(story).toContain('Play: plays https://media.example/a.mp3');
    expect(requests.every(({ problem }) => problem === null)).toBe(true);
    await sandbox.ring(number);
    const { conferences } = await sandbox.client().compat.conferences.list();
    expect(conferences).toHaveLength(1);
  });

  it('skips verbs that are not allowed there', async () => {
    const { problems, story } = await called({
      '/main': response('<Dial><Conference waitUrl="/wait">Team</Conference></Dial>'),
      '/wait': response('<Say>Hi</Say>', '<Pause length="5"/>'),
    });
    expect(story).toContain('Say: is skipped');
    expect(problems[0]).toContain(
      'Say[0]: Say is not allowed in a document that a caller hears while it waits (13238)',
    );
  });

  it('does not end the call when there is no document', async () => {
    const { problems, ended } = await called(
      { '/main': response('<Enqueue waitUrl="/wait">support</Enqueue>', '<Say>Bye</Say>'), '/wait': 'no document' },
      { answers: { support: { after: 20, hangup_after: 5 } } },
    );
    expect(problems).toHaveLength(1);
    expect(ended).toBe('end of the document');
  });

  it('ends when the agent of the script comes', async () => {
    const { times, story } = await called(
      {
        '/main': response('<Enqueue waitUrl="/wait">support</Enqueue>', '<Say>Bye</Say>'),
        '/wait': response('<Pause length="60"/>'),
      },
      { answers: { support: { after: 20, hangup_after: 5 } } },
    );
    expect(story.at(-1)).toBe('Say: says "Bye"');
    expect(Math.round(times.at(-1) ?? 0)).toBe(25);
  });
});

const CALLER = '+12065550107';
const AGENT = '+12065550108';

/** A caller waits in a queue, and an agent dials the queue. The documents are served by path. */
async function agentDials(documents: Readonly<Record<string, string>>, hangup_after?: number) {
  const paths: string[] = [];
  const bodies = new Map<string, Record<string, string>>();
  const server = await receiver(({ target, body }) => {
    paths.push(target);
    bodies.set(target, Object.fromEntries(new URLSearchParams(body)));
    return { headers: { 'content-type': 'application/xml' }, body: documents[target] ?? '' };
  });
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  for (const [number, path] of [
    [CALLER, '/caller'],
    [AGENT, '/agent'],
  ] as const) {
    const { id } = await phone_numbers.purchase({ number });
    await phone_numbers.set_cxml_webhook(id, `${server.url}${path}`);
  }
  const caller = await sandbox.ring(CALLER, { from: '+15035550199' });
  const agent = await sandbox.ring(AGENT, hangup_after === undefined ? {} : { hangup_after });
  await sandbox.settled();
  await server.close();
  const story = agent.steps.map(({ verb, says }) => `${verb}: ${says.replaceAll(server.url, '')}`);
  return { caller, agent, story, paths, fields: (path: string) => bodies.get(path) ?? {} };
}

describe('an agent who dials a queue', () => {
  it('waits while the caller hears the notice, and then talks', async () => {
    const { story, fields, caller, paths } = await agentDials({
      '/caller': response('<Enqueue action="/left" waitUrl="/wait">support</Enqueue>'),
      '/wait': response('<Pause length="30"/>'),
      '/agent': response('<Dial action="/done"><Queue url="/notice">support</Queue></Dial>'),
      '/notice': response('<Say>An agent takes your call</Say>'),
      '/done': response(),
      '/left': response(),
    });
    expect(caller.ended).toContain('waits for other participants');
    expect(story[0]).toContain(`Dial: connected to +15035550199 from the queue support; completed`);
    expect(fields('/notice')).toMatchObject({ CallSid: caller.call_id, QueueTime: expect.any(String) });
    expect(fields('/notice').DequeingCallSid).not.toBe(caller.call_id);
    expect(fields('/done')).toMatchObject({ DialCallStatus: 'completed', DialCallDuration: expect.any(String) });
    expect(paths).toContain('/left');
    expect(fields('/left')).toMatchObject({ QueueResult: 'bridged' });
  });

  it('gets no-answer when nobody comes', async () => {
    const { fields } = await agentDials({
      '/caller': response('<Hangup/>'),
      '/agent': response('<Dial action="/done" timeout="10"><Queue>support</Queue></Dial>'),
      '/done': response(),
    });
    expect(fields('/done')).toMatchObject({ DialCallStatus: 'no-answer' });
  });
});
