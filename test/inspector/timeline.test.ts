import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallRequest, ReadDocument, RequestDetail } from '../../src/inspector/contract.js';
import { callEvents } from '../../src/inspector/page/calls/call-events.js';
import { documentLines, lineAt, shownText } from '../../src/inspector/page/calls/document-lines.js';
import { sentRequests } from '../../src/inspector/page/calls/sent-requests.js';
import { createSandbox } from '../../src/sandbox.js';
import { inspected } from './support.js';

const lineOf = ({ from, to, title, text }: ReturnType<typeof callEvents>[number]) =>
  `${from} → ${to}: ${title} ${text}`;

/** A server of the user that answers each path with a document, or with the next one of a list. */
async function userServer(documents: Readonly<Record<string, string | string[]>>) {
  const server = createServer((request, response) => {
    request.resume();
    const found = documents[request.url ?? ''];
    const text = typeof found === 'string' ? found : found?.shift();
    response.writeHead(text === undefined ? 204 : 200);
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the timeline of a call', () => {
  it('has every step, and each one marks its line in the document', async () => {
    const { sandbox, open, pageOf } = await inspected();
    const answers = { '+13125550171': { after: 4, hangup_after: 30 } };
    const { call_id } = await sandbox.ring('+12065550100', { digits: ['1'], answers });
    const story = sandbox.story(call_id);
    const events = callEvents(story);
    expect(new Set(events.flatMap(({ step }) => step ?? []))).toEqual(new Set(story.steps));
    const { text } = shownText(story.requests[0]?.text ?? '');
    const { body } = await pageOf(await open())('POST', 'document/read', text);
    const lines = documentLines(text, body as ReadDocument);
    for (const { at } of story.steps) expect(lines[lineAt(lines, at)]?.steps).toContain(at);
    expect(events.map(lineOf)).toEqual([
      'person → platform: call +15035550147 calls +12065550100',
      'platform → server: POST https://example.com/front-desk.json → answered by the sandbox',
      'platform → platform: answer the call is answered',
      'platform → platform: label menu',
      'platform → person: prompt says "Welcome to our company. Press 1 for support, or 2 to leave a message."',
      'person → platform:  the caller pressed 1',
      'platform → platform: switch takes case 1',
      'platform → called: connect dials +13125550171',
      'called → platform:  connected with +13125550171',
      'platform → platform:  the connection ended after 30 s · case connected',
      'platform → platform: hangup ends the call',
      'platform → platform: end the document ended the call',
    ]);
    const times = events.flatMap(({ time }) => time ?? []);
    // The call begins before its document.
    expect(times).toHaveLength(events.length - 1);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const timeOf = (part: string) => events.find(({ text }) => text.includes(part))?.time ?? Number.NaN;
    expect(timeOf('connected with') - timeOf('dials +')).toBeCloseTo(4);
    expect(timeOf('the connection ended') - timeOf('connected with')).toBeCloseTo(30);
  });

  it('shows a spoken text with semicolons in one line', async () => {
    const sandbox = createSandbox();
    sandbox.webhooks.answerFrom({
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ sections: { main: [{ play: 'say:one; the caller pressed 2' }] } })),
      }),
    });
    const { call_id } = await sandbox.ring('+12065550100');
    const played = callEvents(sandbox.story(call_id)).filter(({ step }) => step?.verb === 'play');
    expect(played.map(({ text }) => text)).toEqual(['says "one; the caller pressed 2"']);
  });

  it('has the steps of a cXML document in the order in which they happened, each with its time', async () => {
    const user = await userServer({
      '/menu.xml': '<Response><Gather numDigits="1" action="choice.xml"><Say>Press 1.</Say></Gather></Response>',
      '/choice.xml': '<Response><Dial action="/after.xml"><Number>+15035550100</Number></Dial></Response>',
      '/after.xml': '<Response><Say>Goodbye.</Say></Response>',
    });
    const { story } = await calledOn(`${user}/menu.xml`, { digits: ['1'] });
    const events = callEvents(story);
    expect(
      events.map((one) =>
        lineOf(one)
          .replaceAll(user, '')
          .replace(/ DialCallSid.*(?= →)/, ' …'),
      ),
    ).toEqual([
      'person → platform: call +15035550147 calls +12065550100',
      'platform → server: POST /menu.xml → 200',
      'platform → platform: Gather begins',
      'platform → person: Say "Press 1."',
      'person → platform: Gather the caller pressed 1',
      'platform → server:  requests choice.xml with Digits=1 → 200',
      'platform → called: Dial +15035550100',
      'called → platform:  connected to +15035550100',
      'platform → platform:  the result is completed',
      'platform → server:  requests /after.xml with DialCallStatus=completed, … → 200',
      'platform → person: Say "Goodbye."',
      'platform → platform: end the document has no more steps',
    ]);
    const times = events.slice(1).map(({ time }) => time);
    expect(times).not.toContain(null);
    const timeOf = (part: string) => events.find(({ text }) => text.includes(part))?.time ?? Number.NaN;
    expect(timeOf('pressed')).toBeGreaterThan(timeOf('Press 1.'));
    expect(timeOf('connected to') - timeOf('+15035550100')).toBeCloseTo(4);
    expect(timeOf('the result is completed') - timeOf('connected to')).toBeCloseTo(12);
  });
});

describe('a line of the timeline', () => {
  it('has its document, also if one URL answers with several', async () => {
    const again = '<Response><Say>Once more.</Say><Redirect>/menu.xml</Redirect></Response>';
    const last = '<Response><Say>The end.</Say></Response>';
    const user = await userServer({ '/menu.xml': [again, again.replace('Once', 'Twice'), last] });
    const { story } = await calledOn(`${user}/menu.xml`, {});
    const lines = callEvents(story);
    const ofSteps = lines.filter(({ step, exchange }) => step?.verb === 'Say' && !exchange);
    expect(ofSteps.map(({ text, document }) => document?.text.includes(text.slice(1, -1)))).toEqual([true, true, true]);
    const requests = lines.flatMap(({ exchange, document }) => (exchange ? [[exchange, document]] : []));
    expect(requests).toEqual(story.requests.map((one) => [one, one]));
  });

  it('has the document of the step beside a request that is not for a document', async () => {
    const user = await userServer({ '/crm': '{"name":"Ann"}' });
    const document = { sections: { main: [{ request: { url: `${user}/crm`, method: 'POST' } }, 'hangup'] } };
    const swml = await userServer({ '/menu.json': JSON.stringify(document) });
    const { story } = await calledOn(`${swml}/menu.json`, {});
    const asked = callEvents(story).find(({ exchange }) => exchange?.url === `${user}/crm`);
    expect(asked?.document?.url).toBe(`${swml}/menu.json`);
    expect(asked?.step?.at).toBe('main[0]');
  });

  it('names what the call did not use of the script', async () => {
    const user = await userServer({ '/menu.json': '{"sections":{"main":[{"play":"say:hi"}]}}' });
    const { story } = await calledOn(`${user}/menu.json`, { digits: ['1', '2'], speech: ['sales'] });
    const unused = callEvents(story).filter(({ title }) => title === 'not used');
    expect(unused.map(({ text }) => text)).toEqual([
      'digits 1',
      'digits 2',
      'speech sales',
      'answers for +15035550100',
    ]);
  });

  it('is complete for a state that an earlier version saved', async () => {
    const sandbox = createSandbox();
    const { call_id } = await sandbox.ring('+12065550100', { digits: ['2'] });
    const saved = JSON.stringify(sandbox.snapshot(), (key, value) => (key === 'moments' ? undefined : value));
    expect(JSON.stringify(sandbox.snapshot()).length).toBeGreaterThan(saved.length);
    const other = createSandbox();
    other.restore(JSON.parse(saved));
    const story = other.story(call_id);
    expect(new Set(callEvents(story).flatMap(({ step }) => step ?? []))).toEqual(new Set(story.steps));
    expect(story.steps.length).toBeGreaterThan(3);
  });
});

type Options = NonNullable<Parameters<ReturnType<typeof createSandbox>['ring']>[1]>;

async function calledOn(url: string, options: Options) {
  const opened = await inspected();
  const { sandbox, client } = opened;
  const { data } = await client.phone_numbers.list({ filter_number: '+12065550100' });
  const id = String(data[0]?.id);
  if (url.endsWith('.xml')) await client.phone_numbers.set_cxml_webhook(id, url);
  else await client.phone_numbers.set_swml_webhook(id, url);
  const answers = { '+15035550100': { after: 4, hangup_after: 12 } };
  const { call_id } = await sandbox.ring('+12065550100', { ...options, answers });
  await sandbox.settled();
  return { ...opened, call_id, story: sandbox.story(call_id) };
}

const YAML = `version: 1.0.0
sections:
  main:
    - answer
    # A comment, and a text with a colon: here.
    - prompt: {play: "say:Press 1", max_digits: 1}
    - switch:
        variable: prompt_value
        case:
          '1': [{play: "say:one"}, {play: "say:two"}]
        default:
          - play: |
              say:nothing
          - execute: {dest: more}
  more:
    - hangup: {}
`;

describe('the lines of a document', () => {
  it('have the steps of a YAML document, also of one that is written in flow style', async () => {
    const { open, pageOf } = await inspected();
    const send = pageOf(await open());
    const { body } = await send('POST', 'document/read', YAML);
    const lines = documentLines(YAML, body as ReadDocument);
    const shown = (at: string) => lines[lineAt(lines, at)]?.text.trim();
    expect(shown('main[0]')).toBe('- answer');
    expect(shown('main[1]')).toMatch(/^- prompt/);
    expect(shown('main[2].switch.case.1[0]')).toMatch(/^'1': \[/);
    expect(shown('main[2].switch.case.1[1]')).toMatch(/^'1': \[/);
    expect(shown('main[2].switch.default[0]')).toBe('- play: |');
    expect(shown('main[2].switch.default[1]')).toMatch(/^- execute/);
    expect(shown('more[0]')).toBe('- hangup: {}');
    expect(lines.map(({ text }) => text).join('\n')).toBe(YAML);
  });

  it('are those of the text if it is no document', async () => {
    const { open, pageOf } = await inspected();
    const send = pageOf(await open());
    for (const text of ['', 'main: [', 'a: &a [*a]', '<h1>Not found', '{', 'x'.repeat(2_000_000)])
      expect(await send('POST', 'document/read', text)).toMatchObject({
        status: 200,
        body: { steps: [], problems: [] },
      });
  });

  it('mark each step of a call with a YAML document', async () => {
    const user = await userServer({ '/menu.yaml': YAML });
    const { story, open, pageOf } = await calledOn(`${user}/menu.yaml`, { digits: ['2'] });
    const text = story.requests[0]?.text ?? '';
    const { body } = await pageOf(await open())('POST', 'document/read', text);
    const lines = documentLines(text, body as ReadDocument);
    expect(story.steps.map(({ verb }) => verb)).toEqual(['answer', 'prompt', 'switch', 'play', 'execute', 'hangup']);
    for (const { at, verb } of story.steps) expect(lines[lineAt(lines, at)]?.text).toContain(verb);
  });
});

describe('a call and its requests', () => {
  it('lead to each other', async () => {
    const user = await userServer({
      '/menu.xml': '<Response><Say>One.</Say><Redirect>/menu.xml?n=2</Redirect></Response>',
      '/menu.xml?n=2': '<Response><Say>Two.</Say></Response>',
    });
    const { call_id, open, pageOf, sandbox } = await calledOn(`${user}/menu.xml`, {});
    await sandbox.ring('+12065550100');
    const send = pageOf(await open());
    const logged = (await send('GET', `calls/${call_id}/requests`)).body as CallRequest[];
    const events = callEvents(sandbox.story(call_id));
    const sent = sentRequests(events, logged);
    const lines = events.filter(({ exchange }) => exchange);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { row, url, calls } = (await send('GET', `requests/${sent.get(line)}`)).body as RequestDetail;
      expect([row.kind, url, calls]).toEqual(['webhook', line.exchange?.url, [call_id]]);
    }
  });

  it('are not linked if the log does not have exactly the requests of the line', async () => {
    const user = await userServer({ '/menu.xml': '<Response><Say>One.</Say></Response>' });
    const { story } = await calledOn(`${user}/menu.xml`, {});
    const request = { id: 1, method: 'POST', url: `${user}/menu.xml` };
    expect(sentRequests(callEvents(story), [request]).size).toBe(1);
    for (const logged of [[], [request, request], [{ ...request, url: 'http://127.0.0.1/other' }]])
      expect(sentRequests(callEvents(story), logged).size).toBe(0);
  });

  it('are linked from a request of the API to its calls, but not from a list', async () => {
    const { client, open, pageOf, log } = await inspected();
    const call = await client.calling.dial({ from: '+12065550100', to: '+15035550100', url: 'https://example.com/a' });
    const dialled = log.last;
    await client.compat.calls.list();
    const send = pageOf(await open());
    expect((await send('GET', `requests/${dialled}`)).body.calls).toEqual([call.id]);
    expect((await send('GET', `requests/${log.last}`)).body.calls).toEqual([]);
  });
});

describe('the document of a call that was not answered yet', () => {
  it('is known by its URL, or is in the story', async () => {
    const { client, sandbox } = await inspected();
    const ends = { from: '+12065550100', to: '+15035550100' };
    const last = () => sandbox.story(sandbox.calls().at(-1)?.id ?? '');
    await client.calling.dial({ ...ends, url: 'http://127.0.0.1:1/menu.json' });
    expect(last()).toMatchObject({ document: 'http://127.0.0.1:1/menu.json', swml: null, requests: [] });
    const swml = { sections: { main: ['answer'] } };
    await client.calling.dial({ ...ends, swml });
    expect(last()).toMatchObject({ document: null, swml });
    await sandbox.clock.advance(5);
    await sandbox.settled();
    expect(last()).toMatchObject({ document: null, swml, steps: [{ verb: 'answer' }] });
  });
});
