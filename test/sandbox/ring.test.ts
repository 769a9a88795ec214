import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const swml = (...main: unknown[]) => JSON.stringify({ version: '1.0.0', sections: { main } });
const xml = { headers: { 'content-type': 'application/xml' } };

/** Creates a sandbox with one number that is bound to a real server. */
async function numberAt(
  bind: 'set_swml_webhook' | 'set_cxml_webhook',
  answer: Parameters<typeof receiver>[0],
  path = '/doc',
) {
  const server = await receiver(answer);
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
  await phone_numbers[bind](id, `${server.url}${path}`);
  return { ...server, sandbox, number, id };
}

describe('the requests of ring', () => {
  it('requests the document as the platform does and runs it', async () => {
    const { sandbox, number, received, close } = await numberAt('set_swml_webhook', () => ({
      body: swml({ answer: {} }, { play: { url: 'say:Hello' } }, { connect: { to: '+15035550100' } }, 'hangup'),
    }));
    const rung = await sandbox.ring(number, { from: '+15035550199' });
    await close();
    expect(rung).toMatchObject({ number, from: '+15035550199', problems: [], ended: 'hung up (hangup)' });
    expect(rung.steps.map(({ verb, says }) => `${verb}: ${says}`)).toEqual([
      'answer: answered',
      'play: plays say:Hello',
      'connect: dials +15035550100; connected with +15035550100; the connection ended after 30 s',
      'hangup: hangs up (hangup)',
    ]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', target: '/doc' });
    const sent = JSON.parse(received[0]?.body ?? '');
    expect(sent.call).toMatchObject({ call_id: rung.call_id, from: '+15035550199', to: number, direction: 'inbound' });
  });

  it('sends a form for cXML and follows redirects between documents', async () => {
    const { sandbox, number, received, close } = await numberAt('set_cxml_webhook', ({ target }) => ({
      ...xml,
      body: target.startsWith('/doc')
        ? '<?xml version="1.0"?><Response><Say>One</Say><Redirect method="GET">/next?a=1&amp;b=2</Redirect></Response>'
        : '<Response><Dial><Number>+15035550100</Number></Dial></Response>',
    }));
    const rung = await sandbox.ring(number);
    await close();
    expect(rung.problems).toEqual([]);
    expect(rung.steps.map(({ says }) => says)).toEqual([
      'says "One"',
      'requests /next?a=1&b=2',
      'dials +15035550100; connected to +15035550100; completed',
    ]);
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toMatchObject({
      CallSid: rung.call_id,
      To: number,
      CallStatus: 'ringing',
    });
    expect(received[1]).toMatchObject({ method: 'GET', target: expect.stringMatching(/^\/next\?a=1&b=2&CallSid=/) });
  });

  it('requests the fallback when the first URL fails', async () => {
    const { sandbox, number, id, url, close } = await numberAt('set_cxml_webhook', ({ target }) =>
      target === '/doc' ? { status: 500 } : { ...xml, body: '<Response><Hangup/></Response>' },
    );
    await sandbox.client().phone_numbers.set_cxml_webhook(id, `${url}/doc`, { fallback_url: `${url}/other` });
    const rung = await sandbox.ring(number);
    await close();
    expect(rung.requests.map(({ status }) => status)).toEqual([500, 200]);
    expect(rung.problems).toEqual([`${url}/doc: the response status is 500`]);
    expect(rung.ended).toBe('hung up (hangup)');
  });

  it('sends no request to other machines', async () => {
    const sandbox = createSandbox();
    const { phone_numbers } = sandbox.client();
    const { data } = await phone_numbers.list();
    const support = data.find(({ number }) => number === '+12065550101');
    await phone_numbers.set_cxml_webhook(support?.id ?? '', 'https://example.com/elsewhere.xml');
    const rung = await sandbox.ring('+12065550101');
    expect(rung.requests).toMatchObject([{ url: 'https://example.com/elsewhere.xml', status: null }]);
    expect(rung.problems.join()).toContain('is not on this machine');
  });

  it('requests the document of a sample number from a transport that answers for it', async () => {
    const sandbox = createSandbox();
    const document = JSON.stringify({ sections: { main: [{ hangup: {} }] } });
    const headers = { 'content-type': 'application/json' };
    sandbox.webhooks.answerFrom({
      send: async () => ({ status: 200, headers, body: new TextEncoder().encode(document) }),
    });
    expect((await sandbox.ring('+12065550100')).steps).toMatchObject([{ verb: 'hangup' }]);
  });

  it('reports the target of a redirect without following it', async () => {
    const { sandbox, number, url, close } = await numberAt('set_swml_webhook', () => ({
      status: 302,
      headers: { location: '/elsewhere' },
    }));
    const { problems } = await sandbox.ring(number);
    await close();
    expect(problems).toEqual([
      `${url}/doc: the response status is 302, a redirect to /elsewhere: redirects are not followed, so bind that URL instead`,
    ]);
  });
});

describe('the problems of documents in ring', () => {
  it.each([
    ['set_swml_webhook', '<Response/>', 'if this is the document of a number, bind it with set_cxml_webhook'],
    ['set_cxml_webhook', swml({ answer: {} }), 'if this is the document of a number, bind it with set_swml_webhook'],
    ['set_swml_webhook', swml({ anwser: {} }), 'Did you mean answer?'],
    ['set_swml_webhook', '{"version":"1.0.0","sections":{}}', 'sections.main is missing'],
    ['set_swml_webhook', '{"version":"2","sections":{"main":[]}}', 'version is "2"'],
    ['set_swml_webhook', 'a: *nothing', 'cannot parse'],
    [
      'set_swml_webhook',
      `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `k${i}: [*a,*a]`).join('\n')}`,
      'cannot parse',
    ],
    ['set_swml_webhook', swml({ play: {} }), 'play requires url or urls'],
    ['set_swml_webhook', swml({ play: { url: 5 } }), 'main[0]: play.url must be a string'],
    ['set_swml_webhook', swml({ answer: { max_duration: 'abc' } }), 'answer.max_duration must be a whole number'],
    ['set_swml_webhook', swml({ hangup: { reason: 'nope' } }), 'hangup.reason must be one of hangup, busy, decline'],
    ['set_swml_webhook', swml({ connect: { too: '+15035550100' } }), 'connect has no too. Did you mean to?'],
    ['set_swml_webhook', swml(), 'sections.main is empty'],
    ['set_swml_webhook', swml({ transfer: { dest: 'nosuch' } }), 'there is no section nosuch'],
    ['set_swml_webhook', '<!DOCTYPE html><html></html>', 'the response is a web page'],
    ['set_cxml_webhook', '<html></html>', 'the response is a web page'],
    ['set_cxml_webhook', '<Response><Say>hi</Response>', 'cannot parse the document: <Say> is not closed'],
    ['set_cxml_webhook', '<Response><Say>hi</Say>', 'cannot parse the document: <Response> is not closed'],
    ['set_cxml_webhook', '<Response><Say>&bogus;</Say></Response>', 'unknown entity &bogus;'],
    ['set_cxml_webhook', '<Response><Dial action="/a?b=1&c=2"/></Response>', 'unknown entity &c=2'],
    ['set_cxml_webhook', '<!DOCTYPE x [<!ENTITY e "f">]><Response>&e;</Response>', 'a DOCTYPE is not supported'],
    ['set_cxml_webhook', '<Response><Say a=1/></Response>', 'invalid tag at'],
    ['set_cxml_webhook', `${'<Gather>'.repeat(20_000)}${'</Gather>'.repeat(20_000)}`, 'the limit is 65,536 (11750)'],
    ['set_swml_webhook', '', 'the response is empty'],
    ['set_cxml_webhook', '<Response><Plya>x</Plya></Response>', 'Did you mean <Play>?'],
    ['set_cxml_webhook', '<Request/>', 'must be <Response>'],
    ['set_cxml_webhook', '<Response><Dial></Dial></Response>', '<Dial> requires a number'],
  ] as const)('reports the problem with %s and the document %j', async (bind, body, says) => {
    const { sandbox, number, close } = await numberAt(bind, () => ({ body }));
    const { problems } = await sandbox.ring(number);
    await close();
    expect(problems.join('\n')).toContain(says);
  });

  it.each([
    ['a section', () => swml({ transfer: { dest: 'main' } })],
    ['a document', () => swml({ transfer: { dest: '/doc' } })],
  ])('stops when %s transfers to itself', async (_, body) => {
    const { sandbox, number, close } = await numberAt('set_swml_webhook', () => ({ body: body() }));
    const { problems, steps } = await sandbox.ring(number);
    await close();
    expect(problems.join('\n')).toContain('loop?');
    expect(steps.length).toBeLessThanOrEqual(200);
  });

  it.each([
    '<?xml version="1.0"?>\n<!-- <a> --><Response><Say voice=\'man\'>a &amp; b &#65; > c</Say><Hangup /></Response>\n',
    '<Response><Play><![CDATA[https://example.com/a?b&c]]></Play></Response>',
  ])('accepts valid XML: %s', async (body) => {
    const { sandbox, number, close } = await numberAt('set_cxml_webhook', () => ({ ...xml, body }));
    const { problems } = await sandbox.ring(number);
    await close();
    expect(problems).toEqual([]);
  });

  it.each([
    [
      [{ label: 'a' }, { goto: { label: 'a' } }],
      'main[1]: goto a ends after 100 jumps, which is the limit: is there a loop?',
    ],
    [[{ goto: 'nowhere' }], 'main[0]: goto must be an object, such as {"goto":{"label":"nowhere"}}'],
  ])('names the problem of the jump in %j', async (main, says) => {
    const { sandbox, number, close } = await numberAt('set_swml_webhook', () => ({ body: swml(...main) }));
    const { problems, steps } = await sandbox.ring(number);
    await close();
    expect(problems).toEqual([says]);
    expect(steps.at(-1)?.says).not.toContain('unknown verb');
  });

  it('logs the problem of a step in the document of an outbound call', async () => {
    const contents = { version: '1.0.0', sections: { main: [{ plya: 'say:x' }] } };
    const sandbox = createSandbox();
    const client = sandbox.client();
    const call = await client.calling.dial({ from: '+12065550100', to: '+13035550111', swml: contents });
    sandbox.clock.advance(60);
    const events = await client.logs.voice.list_events(call.id);
    expect(JSON.stringify(events.data)).toContain('unknown verb plya. Did you mean play?');
  });

  it('names an invalid document as such, because it was received', async () => {
    const { sandbox, number, close } = await numberAt('set_cxml_webhook', () => ({ ...xml, body: '<Response><Say>' }));
    const { ended } = await sandbox.ring(number);
    await close();
    expect(ended).toBe('dropped: the document is invalid');
  });
});

describe('the options of ring', () => {
  it.each([123, null, {}, 'abc', ''])('refuses an invalid caller: %j', async (from) => {
    const sandbox = createSandbox();
    const before = sandbox.snapshot();
    await expect(sandbox.ring('+12065550101', { from: from as string })).rejects.toThrow(TypeError);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it.each<[unknown, string]>([
    [
      { answers: { '+13125550171': { outcome: 'bussy' } } },
      "answers['+13125550171'].outcome must be one of answers, busy, no_answer, declined, error or machine, not 'bussy'. Did you mean busy?",
    ],
    [{ answers: { '+13125550171': 'busy' } }, "answers['+13125550171'] must be an object, not 'busy'"],
    [
      { answers: { '13125550171': { outcome: 'busy' } } },
      "answers['13125550171'] is not a number in E.164. Did you mean +13125550171?",
    ],
    [{ answers: [] }, 'answers must be an object, such as { "+15035550100": { "outcome": "busy" } }'],
    [{ answers: { ai: { after: -1 } } }, 'answers.ai.after must be a number of seconds up to 86400'],
    [{ digit: ['1'] }, 'the object of options has the unknown field digit. Did you mean digits?'],
    [{ digits: '1' }, "digits must be a list of strings, one for each prompt, such as ['1']"],
    [{ digits: ['1', 'xyz'] }, "digits[1] must contain only the keys 0–9, *, #, A, B, C and D, not 'xyz'"],
    [{ digits: ['abc'] }, "digits[0] must contain only the keys 0–9, *, #, A, B, C and D, not 'abc'"],
    [{ hangup_after: Number.NaN }, 'hangup_after must be a number of seconds up to 86400'],
    [null, 'the object of options must be an object, not null'],
  ])('refuses the options %j in the program and in the control API, with the same words', async (options, says) => {
    const sandbox = createSandbox();
    const before = sandbox.snapshot();
    const message = await sandbox.ring('+12065550100', options as never).catch((error: unknown) => error);
    expect(message).toEqual(new TypeError(says));
    expect(sandbox.snapshot()).toEqual(before);
    if (options === null || JSON.stringify(options).includes('null')) return;
    const { url, credentials, close } = await sandbox.listen();
    const response = await fetch(`${url}/_patchbay/api/ring`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${credentials.project}:${credentials.token}`)}` },
      body: JSON.stringify({ number: '+12065550100', ...(options as object) }),
    });
    await close();
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: says.replace('the object of options', 'the body') });
  });

  it('refuses a function whose digits are not keys', async () => {
    const call = createSandbox().ring('+12065550100', { digits: () => 'one' });
    await expect(call).rejects.toThrow('the result of digits at main[2] must contain only the keys');
  });

  it('says when the caller hangs up', async () => {
    const { ended } = await createSandbox().ring('+12065550100', { hangup_after: 3 });
    expect(ended).toBe('the caller hung up after 3 s');
  });

  it('names an answering machine', async () => {
    const answers = { '+13125550171': { outcome: 'machine' } } as const;
    const { steps } = await createSandbox().ring('+12065550100', { digits: ['1'], answers });
    expect(steps.find(({ verb }) => verb === 'connect')?.says).toContain(
      'connected with the answering machine of +13125550171',
    );
  });

  it('does not ask for a script of a step that has one', async () => {
    const { sandbox, number, close } = await numberAt('set_swml_webhook', () => ({
      body: swml({ ai: { prompt: { text: 'Be kind.' } } }),
    }));
    const { steps, problems } = await sandbox.ring(number, { answers: { ai: { result: 'success' } } });
    await close();
    expect(problems).toEqual([]);
    expect(steps[0]?.says).toBe('an AI agent talks with the caller; the conversation ended');
  });

  it('lists the numbers of the project for an unknown number', async () => {
    const sandbox = createSandbox();
    const { data } = await sandbox.client().phone_numbers.list();
    const message = await sandbox.ring('5').catch(({ message }: Error) => message);
    expect(data.every(({ number }) => String(message).includes(number)) || String(message).includes('…')).toBe(true);
  });
});

describe('the route of ring', () => {
  it.each([
    ['+12065550100', { digits: ['2'] }, 'say:Thank you. We call you back.'],
    ['+12065550100', {}, 'say:Thank you for calling. Goodbye.'],
    ['+12065550101', {}, 'Thank you. Goodbye.'],
    ['+12065550101', { digits: ['5'], answers: { support: { after: 30 } } }, 'QueueResult=bridged'],
  ])('follows the sample number %s to its end without a server: %j', async (number, options, last) => {
    const rung = await createSandbox().ring(number, options);
    expect(rung.route).toContain('(served by the sandbox)');
    expect(rung.problems).toEqual([]);
    expect(rung.outcome).toBe('ended');
    expect(rung.steps.map(({ says }) => says).join('\n')).toContain(last);
  });

  it('names the target of a number without a document, and the missing setting of an unbound number', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.ring('+14155550120')).toMatchObject({
      ended: 'connected to the clients of the topic agents',
    });
    expect((await sandbox.ring('+12125550142')).problems.join()).toContain('phone_numbers.set_swml_webhook');
    await expect(sandbox.ring('+19995550000')).rejects.toThrow('is not a number of this project');
  });

  it('creates a call that ends like any other call', async () => {
    const { sandbox, number, close } = await numberAt('set_swml_webhook', () => ({
      body: swml({ answer: {} }, { hangup: {} }),
    }));
    const { call_id } = await sandbox.ring(number);
    await close();
    // A command to a call that has ended is refused.
    await expect(sandbox.client().calling.end(call_id)).rejects.toMatchObject({ status: 422 });
  });

  it.each<[string, object, string[]]>([
    ['+12065550100', { digits: ['2', null, '5'], speech: ['sales', 'support'] }, ['digits 5', 'speech support']],
    [
      '+12065550100',
      { digits: ['1'], answers: { '+13125550171': { after: 1 }, '+13035550111': {} } },
      ['answers for +13035550111'],
    ],
    ['+12065550100', { answers: { aii: { after: 1 } } }, ['answers for aii (did you mean ai?)']],
    // The caller hangs up while the menu is read, so no key was pressed.
    ['+12065550100', { digits: ['1', '2'], hangup_after: 1 }, ['digits 1', 'digits 2']],
    // The menu takes one key.
    ['+12065550100', { digits: ['112'] }, ['digits 12']],
    ['+12125550142', { digits: ['1'] }, ['digits 1']],
    ['+18005550199', { answers: { orders: { hangup_after: 1 }, sales: {} } }, ['answers for sales']],
    ['+12065550100', { digits: () => null, answers: {} }, []],
  ])('lists what the call to %s does not use of the script %j', async (number, options, unused) => {
    expect((await createSandbox().ring(number, options)).unused).toEqual(unused);
  });

  it('hangs up after the conversation of the sample front desk, and takes a message if the agent is busy', async () => {
    const agent = '+13125550171';
    const talked = await createSandbox().ring('+12065550100', { digits: ['1'] });
    expect(talked.problems).toEqual([]);
    expect(talked.steps.map(({ verb }) => verb)).not.toContain('record');
    const answers = { [agent]: { outcome: 'busy' } } as const;
    const busy = await createSandbox().ring('+12065550100', { digits: ['1'], answers });
    expect(busy.problems).toEqual([]);
    expect(busy.steps.map(({ verb }) => verb)).toContain('record');
  });

  it.each([
    ['set_swml_webhook', { status: 500 }, 'failed', 'the response status is 500'],
    ['set_swml_webhook', { body: '<Response/>' }, 'failed', 'the response is XML'],
    ['set_cxml_webhook', { body: '<Response><Reject reason="busy"/></Response>' }, 'busy', 'busy'],
    ['set_cxml_webhook', { body: '<Response><Reject/></Response>' }, 'no-answer', 'rejected'],
    ['set_swml_webhook', { body: swml({ hangup: { reason: 'busy' } }) }, 'busy', 'busy'],
    ['set_cxml_webhook', { body: '<Response><Say>x</Say><Reject reason="busy"/></Response>' }, 'completed', 'busy'],
  ] as const)('costs nothing if not answered, and logs the reason: %s %j', async (bind, answer, status, why) => {
    const { sandbox, number, close } = await numberAt(bind, () => answer);
    const { call_id } = await sandbox.ring(number);
    await close();
    const { logs, compat } = sandbox.client();
    const [native, other, events] = await Promise.all([
      logs.voice.get(call_id) as Promise<Record<string, unknown>>,
      compat.calls.get(call_id),
      logs.voice.list_events(call_id),
    ]);
    expect(other.status).toBe(status);
    expect(native.status).toBe(status === 'completed' ? 'ended' : status);
    expect([native.charge, other.price, other.duration].every((one) => one === 0)).toBe(status !== 'completed');
    const reason = events.data.map(({ details }) => (details as { reason?: string }).reason ?? '').join();
    expect(reason).toContain(why);
  });

  it('fails if a call flow was never deployed', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, fabric, compat } = sandbox.client();
    const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
    const flow = await fabric.call_flows.create({ title: 'Draft' });
    await phone_numbers.set_call_flow(id, flow.id);
    const { call_id, problems } = await sandbox.ring(number);
    expect(problems.join()).toContain('is deployed');
    expect(await compat.calls.get(call_id)).toMatchObject({ status: 'failed', price: 0, duration: 0 });
  });
});

describe('a number without a document of its own', () => {
  const OFFERED = '+18005550199';

  it('tells what the application receives, and waits for its commands', async () => {
    const sandbox = createSandbox();
    const rung = await sandbox.ring(OFFERED);
    expect(rung.steps.map(({ verb }) => verb)).toEqual(['calling.call.receive', 'answer']);
    expect(rung.steps[0]?.says).toMatch(/^the application orders .* receives the call /);
    expect(rung).toMatchObject({
      ended: expect.stringContaining('connected to the application orders'),
      outcome: 'answered',
      problems: [],
    });
    await sandbox.client().calling.end(rung.call_id);
    expect(await sandbox.client().logs.voice.get(rung.call_id)).toMatchObject({ status: 'ended' });
  });

  it('follows the scripted answer of the application', async () => {
    const busy = await createSandbox().ring(OFFERED, { answers: { orders: { outcome: 'busy', after: 3 } } });
    expect(busy).toMatchObject({ outcome: 'busy', ended: 'not answered (busy)' });
    const short = await createSandbox().ring(OFFERED, { answers: { orders: { after: 2, hangup_after: 20 } } });
    expect(short.steps.map(({ verb, time }) => [verb, time])).toEqual([
      ['calling.call.receive', 0],
      ['answer', 2],
      ['hangup', 22],
    ]);
    expect(short.outcome).toBe('ended');
  });

  it('runs the document of an AI agent, with the scripted result', async () => {
    const sandbox = createSandbox();
    const { phone_numbers, fabric } = sandbox.client();
    const agent = await fabric.ai_agents.create({ name: 'Concierge', prompt: { text: 'Be kind.' } });
    const { id, number } = await phone_numbers.purchase({ number: '+12065550177' });
    await phone_numbers.set_ai_agent(id, agent.id);
    const rung = await sandbox.ring(number, { answers: { ai: { after: 40, result: 'success' } } });
    expect(rung.steps).toMatchObject([{ verb: 'ai', variables: { ai_result: 'success' } }]);
    expect(rung).toMatchObject({ outcome: 'ended', problems: [] });
    expect((await sandbox.ring(number)).problems).toEqual([expect.stringContaining('ai is not simulated')]);
  });
});

describe('a script', () => {
  it('with a result that the verb never has is refused, with the results that it has', async () => {
    const ring = createSandbox().ring('+12065550100', { answers: { detect_machine: { result: 'robot' } } });
    await expect(ring).rejects.toThrow(
      "answers.detect_machine.result must be one of human, machine, fax, unknown, not 'robot'",
    );
  });
});
