import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';
import { document, said, served, variables, verbs } from './line.js';

const CALLER = '+12065550107';
const AGENT = '+12065550108';
const after = JSON.stringify(document([{ play: 'say:Goodbye' }]));
const wait = (wait_url: string) => ({
  enter_queue: { queue_name: 'support', transfer_after_bridge: after, wait_url, wait_time: 40 },
});

describe('wait_url', () => {
  it('is a document that plays until the time is over', async () => {
    const { sandbox, url, close, received } = await served(({ target }) => ({
      body: JSON.stringify(
        document(target === '/hold' ? [{ play: 'silence:15' }] : [wait('/hold'), { play: 'say:Sorry' }]),
      ),
    }));
    const rung = await sandbox.ring(CALLER);
    await close();
    expect(verbs(rung)).toEqual(['enter_queue', 'play', 'play', 'play']);
    expect(said(rung)[0]).toContain('hears the document again until the wait ends; no agent came within 40 s');
    expect(received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /main',
      'GET /hold',
      'GET /hold',
    ]);
    expect(variables(rung)).toMatchObject({ queue_result: 'timeout', wait_time: 40 });
    expect({ problems: rung.problems, url }).toMatchObject({ problems: [] });
  });

  it('is audio, which is not requested when its name says so', async () => {
    const { sandbox, close } = await served(() => ({
      body: JSON.stringify(document([wait('https://media.example/hold.mp3')])),
    }));
    const rung = await sandbox.ring(CALLER);
    await close();
    expect(said(rung)[0]).toContain('hears https://media.example/hold.mp3');
    expect(rung.problems).toEqual([]);
  });

  it('plays in a conference until another participant comes', async () => {
    const { sandbox, close } = await served(({ target }) => ({
      body: JSON.stringify(
        document(
          target === '/hold'
            ? [{ play: 'say:Please wait' }]
            : [{ join_conference: { name: 'Weekly', wait_url: '/hold' } }],
        ),
      ),
    }));
    const rung = await sandbox.ring(CALLER);
    await close();
    expect(verbs(rung)).toEqual(['join_conference', 'play', 'play']);
    expect(rung.problems).toEqual([]);
  });
});

/** A caller waits in a queue for an agent, who calls another number. */
async function taken(agent: unknown) {
  const server = await receiver(({ target }) => ({
    body: JSON.stringify(target === '/caller' ? document([wait('https://media.example/a.mp3')]) : agent),
  }));
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, logs } = sandbox.client();
  for (const [number, path] of [
    [CALLER, '/caller'],
    [AGENT, '/agent'],
  ] as const) {
    const { id } = await phone_numbers.purchase({ number });
    await phone_numbers.set_swml_webhook(id, `${server.url}${path}`);
  }
  // The agent calls first or second; the caller is not followed, because its wait ends with the agent.
  return { sandbox, server, phone_numbers, logs };
}

describe('connect to a queue', () => {
  const connect = { connect: { to: 'queue:support', timeout: 10, transfer_after_bridge: after } };

  it('fails when nobody waits until the timeout', async () => {
    const { sandbox, server } = await taken(document([connect]));
    const rung = await sandbox.ring(AGENT);
    await server.close();
    expect(said(rung)[0]).toContain('no caller waits in the queue support; queue:support: no_answer');
    expect(variables(rung)).toMatchObject({ connect_result: 'failed', connect_failed_reason: 'no_answer' });
  });

  it('takes the first caller, whose document continues after the conversation', async () => {
    const { sandbox, server } = await taken(document([connect]));
    const client = sandbox.client();
    // A call of the API waits as long as the clock stands still.
    await client.calling.dial({
      from: CALLER,
      to: '+15035550101',
      swml: document([wait('https://media.example/a.mp3')]),
    });
    sandbox.clock.advance(5);
    await sandbox.settled();
    const { data } = await client.queues.list();
    expect(data).toEqual([expect.objectContaining({ friendly_name: 'support', current_size: 1 })]);
    const rung = await sandbox.ring(AGENT);
    await server.close();
    expect(said(rung)[0]).toContain('connected with queue:support; the connection ended after 30 s');
    expect(variables(rung)).toMatchObject({ connect_result: 'connected' });
    expect(verbs(rung)).toEqual(['connect', 'play']);
    expect((await client.queues.list()).data).toEqual([expect.objectContaining({ current_size: 0 })]);
  });
});
