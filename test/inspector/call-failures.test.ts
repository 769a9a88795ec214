import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReadDocument } from '../../src/inspector/contract.js';
import { callEvents, senderOf, serverOrigin } from '../../src/inspector/page/calls/call-events.js';
import {
  inDocumentOrder,
  namedProblem,
  reportText,
  stepName,
  withoutVerb,
} from '../../src/inspector/page/calls/call-words.js';
import { documentLines, shownText, withProblems } from '../../src/inspector/page/calls/document-lines.js';
import { EMPTY_RING, ringOptions } from '../../src/inspector/page/model/ring-form.js';
import { createSandbox } from '../../src/sandbox.js';
import { inspected } from './support.js';

const NUMBER = '+12065550100';
const OTHER = '+15035550100';

/** A server of the user that has a text for each path, and otherwise answers 204. `/500` fails. */
async function userServer(documents: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    request.resume();
    const text = documents[request.url ?? ''];
    response.writeHead(request.url === '/500' ? 500 : text === undefined ? 204 : 200);
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function numberOn(url: string) {
  const opened = await inspected();
  const { data } = await opened.client.phone_numbers.list({ filter_number: NUMBER });
  const id = String(data[0]?.id);
  if (url.endsWith('.xml')) await opened.client.phone_numbers.set_cxml_webhook(id, url);
  else await opened.client.phone_numbers.set_swml_webhook(id, url);
  const ring = async (options: Parameters<typeof opened.sandbox.ring>[1] = {}) => {
    const { call_id } = await opened.sandbox.ring(NUMBER, options);
    await opened.sandbox.settled();
    return opened.sandbox.story(call_id);
  };
  return { ...opened, ring };
}

const swml = (...main: readonly unknown[]) => JSON.stringify({ version: '1.0.0', sections: { main } });
const textsOf = (events: ReturnType<typeof callEvents>) => events.map(({ title, text }) => `${title} ${text}`.trim());

describe('the order of a timeline', () => {
  it('has a callback after its cause and before its effect, and counts from the start of the document', async () => {
    const user = await userServer({ '/menu.json': swml('answer', { play: 'say:Hi' }, 'hangup') });
    const { client, sandbox } = await inspected();
    const status = { status_url: `${user}/status`, status_events: ['ringing', 'answered', 'ended'] };
    const { id } = await client.calling.dial({ from: NUMBER, to: OTHER, url: `${user}/menu.json`, ...status });
    sandbox.clock.advance(30);
    await sandbox.settled();
    sandbox.clock.advance(30);
    await sandbox.settled();
    const events = callEvents(sandbox.story(String(id)));
    expect(textsOf(events).map((text) => text.replaceAll(user, ''))).toEqual([
      `call the platform calls ${OTHER}`,
      'calling.call.state · ringing POST /status → 204',
      'calling.call.state · answered POST /status → 204',
      'POST /menu.json → 200',
      'answer the call is answered',
      'play says "Hi"',
      'hangup ends the call',
      'end the document ended the call',
      'calling.call.state · ended POST /status → 204',
    ]);
    const times = events.flatMap(({ time }) => time ?? []);
    expect(times[0]).toBe(0);
    const { duration, started, document_started } = sandbox.story(String(id));
    const ringing = (Date.parse(document_started ?? started) - Date.parse(started)) / 1000;
    expect(times.at(-1)).toBeCloseTo((duration ?? 0) - ringing);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('has the time of a call that continues', async () => {
    const user = await userServer({ '/menu.json': swml('answer', { play: 'silence:60' }) });
    const { client, sandbox } = await inspected();
    const { id } = await client.calling.dial({ from: NUMBER, to: OTHER, url: `${user}/menu.json` });
    sandbox.clock.advance(10);
    await sandbox.settled();
    const now = () => callEvents(sandbox.story(String(id))).find(({ title }) => title === 'now')?.time ?? Number.NaN;
    const before = now();
    sandbox.clock.advance(10);
    expect(now()).toBeCloseTo(before + 10);
  });

  it('is that of the sandbox also after a snapshot', async () => {
    const user = await userServer({});
    const connect = { connect: { to: OTHER, timeout: 20, status_url: `${user}/status` } };
    const document = await userServer({ '/menu.json': swml('answer', connect, 'hangup') });
    const { ring, sandbox } = await numberOn(`${document}/menu.json`);
    const story = await ring({ answers: { [OTHER]: { after: 4, hangup_after: 12 } } });
    const titles = callEvents(story).map(({ title, text }) => title || text);
    expect(titles.slice(2)).toEqual([
      ...['answer', 'connect', 'calling.call.connect · connecting'],
      ...[`connected with ${OTHER}`, 'calling.call.connect · connected'],
      ...['the connection ended after 12 s', 'calling.call.connect · disconnected', 'hangup', 'end'],
    ]);
    const other = createSandbox();
    other.restore(JSON.parse(JSON.stringify(sandbox.snapshot())));
    expect(other.story(story.id).moments).toEqual(story.moments);
  });

  it('has the callbacks of a called leg in the call that dialled it', async () => {
    const callback = (user: string) =>
      `statusCallback="${user}/leg" statusCallbackEvent="initiated ringing answered completed"`;
    const user = await userServer({});
    const dial = `<Response><Dial><Number ${callback(user)}>${OTHER}</Number></Dial></Response>`;
    const documents = await userServer({ '/dial.xml': dial });
    const { ring } = await numberOn(`${documents}/dial.xml`);
    const legs = callEvents(await ring({ answers: { [OTHER]: { outcome: 'busy', after: 2 } } })).filter(
      (one) => one.callback,
    );
    expect(textsOf(legs)).toEqual(
      ['call.initiated', 'call.ringing', 'call.completed · busy'].map(
        (title) => `${title} POST ${user}/leg → 204 (call to ${OTHER})`,
      ),
    );
  });
});

describe('a call that failed', () => {
  it('says why in the list of calls', async () => {
    const user = await userServer({
      '/bad.json': swml({ play: 'say:Hi' }, { prompt: { play: 'say:x', max_digit: 1 } }),
      '/bad.xml': '<Response><Play></Response>',
      '/good.json': swml({ play: 'say:Hi' }),
    });
    const failureOn = async (path: string, options = {}) => (await (await numberOn(user + path)).ring(options)).failure;
    expect(await failureOn('/500')).toBe('server status 500');
    expect(await failureOn('/bad.json')).toBe('document error');
    expect(await failureOn('/bad.xml')).toBe('document error');
    expect(await failureOn('/good.json')).toBeNull();
    const to = (outcome: 'busy' | 'no_answer') => ({ to: OTHER, answers: { [OTHER]: { outcome } } });
    expect(await failureOn('/good.json', to('busy'))).toBe('busy');
    expect(await failureOn('/good.json', to('no_answer'))).toBe('no answer');
    const { sandbox, ring } = await numberOn('http://127.0.0.1:1/none.json');
    await ring();
    expect(sandbox.calls().at(-1)?.failure).toBe('no response from the server');
  });

  it('has a request that succeeded apart from the problem of its step', async () => {
    const user = await userServer({
      '/dial.xml': `<Response><Dial action="/after.xml" statusCallback="/s"><Number>${OTHER}</Number></Dial></Response>`,
      '/after.xml': '<Response/>',
    });
    const { ring } = await numberOn(`${user}/dial.xml`);
    const events = callEvents(await ring());
    const requests = events.filter(({ exchange }) => exchange);
    expect(requests.map(({ tone, text }) => [tone, text.includes('unknown attribute')])).toEqual([
      [undefined, false],
      [undefined, false],
    ]);
    const [problem, ...more] = events.filter(({ text }) => text.includes('unknown attribute statusCallback'));
    expect([problem?.tone, problem?.step?.verb, more]).toEqual(['bad', 'Dial', []]);
  });

  it('has each problem once, in the words of the user, at its step', async () => {
    const steps = ['answer', { play: 'hello.mp3' }, { prompt: { play: 'say:x', max_digit: 1 } }, { ply: 'say:x' }];
    const user = await userServer({ '/bad.json': swml(...steps), '/500': '' });
    const { ring } = await numberOn(`${user}/bad.json`);
    const events = callEvents(await ring());
    expect(textsOf(events).slice(2)).toEqual([
      'answer the call is answered',
      'play hello.mp3 must start with say:, silence:, ring:, http:// or https://',
      'prompt has no max_digit. Did you mean max_digits?',
      'problem step 4: unknown verb ply. Did you mean play?',
      'end stopped at step 3, prompt',
    ]);
    expect(events.slice(3).map(({ tone }) => tone)).toEqual(['bad', 'bad', 'bad', 'bad']);
    const failed = callEvents(await (await numberOn(`${user}/500`)).ring());
    expect(textsOf(failed).slice(1)).toEqual([
      `POST ${user}/500 → the response status is 500`,
      'end the platform dropped the call: no document was received',
    ]);
  });
});

const CXML = `<?xml version="1.0"?>
<!-- The front desk -->
<Response>
    <Say voice="alice">Hello,
       <break/>caller.</Say>
    <Dial>12</Dial>
    <Plya>x</Plya>
</Response>`;

describe('the document of a call', () => {
  it('is shown as the server sent it, with the problems beside their lines', async () => {
    const user = await userServer({ '/menu.xml': CXML });
    const { ring, open, pageOf } = await numberOn(`${user}/menu.xml`);
    const events = callEvents(await ring());
    const { text, isBroken } = shownText(events[1]?.document?.text ?? '');
    expect([text, isBroken]).toEqual([CXML, false]);
    const { body } = await pageOf(await open())('POST', 'document/read', text);
    const found = events.flatMap(({ step, problem: problems }) =>
      step && problems ? [{ at: step.at, problems }] : [],
    );
    const lines = withProblems(documentLines(text, body as ReadDocument), found);
    expect(lines.map((line) => line.text).join('\n')).toBe(CXML);
    const wrong = lines.flatMap(({ problems }, index) => (problems.length > 0 ? [[index + 1, problems]] : []));
    expect(wrong).toEqual([
      [6, ['12 is not a number in E.164 (13223)', expect.stringContaining('<Dial> requires a number')]],
      [7, ['unknown verb <Plya>, so it is skipped (13750). Did you mean <Play>?']],
    ]);
    expect(lines.flatMap(({ steps }, index) => steps.map((at) => [index + 1, at]))).toEqual([
      [4, 'Say[0]'],
      [6, 'Dial[1]'],
    ]);
  });

  it('names the line of a mistake in a text that cannot be parsed, and nothing in a text that is no document', async () => {
    const { open, pageOf } = await inspected();
    const send = pageOf(await open());
    const read = async (text: string) => (await send('POST', 'document/read', text)).body as ReadDocument;
    expect((await read('<Response>\n<Say>x</Say>\n<Play>y\n</Response>')).problems).toEqual([
      { line: 3, message: expect.stringContaining('<Play> is not closed') },
    ]);
    expect(await read('Internal error')).toEqual({ steps: [], problems: [] });
  });

  it('is broken into lines if the server sent one, with all of its text', () => {
    const { text, isBroken } = shownText('<Response><Say>1 > 0</Say> <Hangup/></Response>');
    expect([text.split('\n'), isBroken]).toEqual([
      ['<Response>', '<Say>1 > 0</Say>', '<Hangup/>', '</Response>'],
      true,
    ]);
    expect(JSON.parse(shownText('{"sections":{"main":["hangup"]}}').text)).toEqual({ sections: { main: ['hangup'] } });
    for (const sent of ['', 'main: [hangup]', '{ "a": 1,\n"b": 2 }', '<a>\n</a>', '{'])
      expect(shownText(sent)).toEqual({ text: sent, isBroken: false });
  });
});

describe('the words of a timeline', () => {
  it.each([
    ['main[0]', 'step 1'],
    ['main[3].prompt.play', 'step 4, prompt.play'],
    ['main[2].switch.case.1[0]', 'step 1 of case 1 in step 3'],
    ['main[2].cond[1].then[0]', 'step 1 of then in step 2 of cond in step 3'],
    ['sales-desk[1]', 'step 2 of the section sales-desk'],
    ['Dial[1]', 'step 2, Dial'],
    ['Gather[0].Say[1]', 'Say in step 1, Gather'],
  ])('count the steps as people do: %s is %s', (at, name) => {
    expect(stepName(at)).toBe(name);
  });

  it('split the position from a problem, and leave other problems as they are', () => {
    expect(namedProblem('main[2]: x: y (relay_script_parse_error) (2 times)')).toEqual({
      ...{ at: 'main[2]', message: 'x: y (2 times)' },
    });
    for (const text of ['http://127.0.0.1:1/a[0]: it failed', 'no document', 'main[2] is bad'])
      expect(namedProblem(text)).toEqual({ at: undefined, message: text });
  });

  it.each([
    ['answer', 'answered', 'the call is answered'],
    ['Dial', 'answered', 'the result is answered'],
    ['label', 'label menu', 'label menu'],
    [
      'play',
      'plays say:one, two, silence:2, https://x.test/a.mp3',
      'says "one, two", is silent for 2 s, plays https://x.test/a.mp3',
    ],
    ['hangup', 'hangs up (busy)', 'ends the call (busy)'],
    ['play', 'hears something else', 'hears something else'],
  ])('of %s: %s is %s', (verb, text, words) => {
    expect(reportText(verb, text)).toBe(words);
  });

  it.each([
    ['label', 'label menu', 'menu'],
    ['set', 'sets a = 1', 'a = 1'],
    ['Dial', `dials ${OTHER}`, OTHER],
    ['', 'sets a = 1', 'sets a = 1'],
    ['set', 'settles', 'settles'],
    ['(a+)+$', '(a+)+$ x', 'x'],
  ])('do not repeat the title %s in %s', (title, report, words) => {
    expect(withoutVerb(title, report)).toBe(words);
  });

  it('leave out the server only if there is one', () => {
    const at = (...urls: string[]) => serverOrigin(urls.map((url) => ({ url })));
    expect(at('http://127.0.0.1:1/a', 'http://127.0.0.1:1/b')).toBe('http://127.0.0.1:1');
    expect([at(), at('http://127.0.0.1:1/a', 'http://127.0.0.1:2/a'), at('data:,x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('the problems of a document are in its order', () => {
  const problems = ['more[0]: e', 'main[10]: d', 'no position', 'main[4]: c', 'main[2].case.1[0]: b', 'main[2]: a'];
  expect(inDocumentOrder(problems)).toEqual([
    ...['more[0]: e', 'main[2]: a', 'main[2].case.1[0]: b', 'main[4]: c', 'main[10]: d', 'no position'],
  ]);
});

describe('the source of a document', () => {
  it('is the sandbox for a sample, the server for its response, and else the request of the call', async () => {
    const sandbox = createSandbox();
    const { call_id } = await sandbox.ring(NUMBER, { digits: ['2'] });
    const { requests } = sandbox.story(call_id);
    expect(new Set(requests.map(senderOf))).toEqual(new Set(['The sandbox sent']));
    expect(serverOrigin(requests)).toBeUndefined();
    const user = await userServer({ '/menu.json': swml('answer') });
    const { ring } = await numberOn(`${user}/menu.json`);
    const story = await ring();
    expect([serverOrigin(story.requests), senderOf(story.requests[0])]).toEqual([user, 'Your server sent']);
    expect(senderOf(undefined)).toBe('The request that created the call has');
  });
});

describe('a call that is running', () => {
  it('is ended from the page through the API, once', async () => {
    const { client, sandbox, open, pageOf, log } = await inspected();
    const document = { version: '1.0.0', sections: { main: ['answer', { sleep: -1 }] } };
    const { id } = await client.calling.dial({ from: NUMBER, to: OTHER, swml: document });
    sandbox.clock.advance(20);
    await sandbox.settled();
    expect(sandbox.story(String(id)).duration).toBeNull();
    const send = pageOf(await open());
    expect(await send('POST', `calls/${id}/end`)).toMatchObject({ status: 200 });
    expect(sandbox.story(String(id)).duration).toBeGreaterThan(0);
    expect(log.event(log.last)).toMatchObject({ kind: 'http', exchange: { method: 'POST' } });
    expect(await send('POST', `calls/${id}/end`)).toMatchObject({ status: 409 });
    expect((await send('POST', 'calls/none/end')).body.error).toContain('404');
  });
});

it('the form that rings a number sends what is typed, and no more', () => {
  expect(ringOptions({ ...EMPTY_RING, number: NUMBER })).toEqual({ number: NUMBER });
  const typed = { number: NUMBER, from: ` ${OTHER} `, digits: '1, 22,', speech: 'sales', hangUp: '0' };
  expect(ringOptions({ ...typed, parties: [{ to: ' +1 ', outcome: 'busy' }, ...EMPTY_RING.parties] })).toEqual({
    ...{ number: NUMBER, from: OTHER, digits: ['1', '22'], speech: ['sales'], hangup_after: 0 },
    answers: { '+1': { outcome: 'busy' } },
  });
});
