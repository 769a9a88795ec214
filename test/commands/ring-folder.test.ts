// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of documents
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { callbackText } from '../../src/assist/index.js';
import { folderAt, ringFolder } from '../../src/commands/runs/ring-folder.js';
import { newSandbox } from '../../src/sandbox/index.js';
import type { RingOptions } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ring-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, contents] of Object.entries(files))
    writeFileSync(join(folder, name), typeof contents === 'string' ? contents : stringify(contents));
  return folder;
}

async function ring(files: Readonly<Record<string, unknown>>, options: RingOptions = {}) {
  const sandbox = newSandbox();
  const call = await ringFolder(sandbox, await folderAt(folderOf(files)), options);
  await sandbox.close();
  return { ...call, story: call.steps.map(({ verb, says }) => `${verb}: ${says}`) };
}

const MENU = '<Response><Gather numDigits="1" action="menu2.xml"><Say>Press 1</Say></Gather></Response>';
const gets = (url: string) => ({ request: { url, method: 'GET', save_variables: true } });
const swml = (...main: unknown[]) => ({ sections: { main } });

describe('a folder of documents', () => {
  it('answers the relative URLs of its documents with its files', async () => {
    const second = '<Response><Say>Sales</Say></Response>';
    const call = await ring({ 'main.xml': MENU, 'menu2.xml': second }, { digits: ['1'] });
    expect(call.story).toEqual([
      'Gather: the caller pressed 1; requests menu2.xml with Digits=1',
      'Say: says "Press 1"',
      'Say: says "Sales"',
    ]);
    expect([call.problems, call.unused]).toEqual([[], []]);
    expect(call.requests.map(({ url, status }) => [url, status])).toEqual([['menu2.xml', 200]]);
    expect(JSON.stringify(call)).not.toContain('folder.invalid');
  });

  it('answers with status 404 for a file that it does not have', async () => {
    const { problems, requests } = await ring({ 'main.xml': MENU }, { digits: ['1'] });
    expect(problems).toEqual([expect.stringMatching(/main\.xml:1:\d+: Gather\[0\]: there is no file menu2\.xml$/)]);
    expect(requests.map(({ status }) => status)).toEqual([404]);
    const dynamic = '<Response><Redirect>/menu?x=1</Redirect></Response>';
    expect((await ring({ 'main.xml': dynamic })).problems).toEqual([expect.stringContaining('404')]);
  });

  it('is that of a file too: the files and replies beside it answer', async () => {
    const folder = folderOf({
      'entry.xml': MENU,
      'menu2.xml': '<Response><Redirect>/crm</Redirect></Response>',
      'other.xml': '<Response><Sya>not part of this call</Sya></Response>',
      'replies.yaml': { replies: [{ url: '/crm', text: '<Response><Say>Hello</Say></Response>' }] },
    });
    const sandbox = newSandbox();
    onTestFinished(() => sandbox.close());
    const call = await ringFolder(sandbox, await folderAt(join(folder, 'entry.xml')), { digits: ['1'] });
    expect([call.steps.at(-1)?.says, call.problems]).toEqual(['says "Hello"', []]);
  });

  it('names the problems of all its documents with their lines', async () => {
    const { problems } = await ring(
      { 'main.xml': MENU, 'menu2.xml': '<Response>\n<Sya>x</Sya></Response>' },
      { digits: ['1'] },
    );
    expect(problems).toEqual([expect.stringMatching(/menu2\.xml:2:1: unknown verb <Sya>.*Did you mean <Say>\?$/)]);
  });

  it('names the lines of problems that the call finds after its requests', async () => {
    const target = swml('answer', gets('https://crm.example/'), { transfer: { dest: '%{request_response.next}' } });
    const replies = { replies: [{ url: 'https://crm.example/', json: { next: 'nosuch' } }] };
    expect((await ring({ 'main.yaml': target, 'replies.yaml': replies })).problems).toEqual([
      expect.stringMatching(/main\.yaml:8:7: main\[2\]: there is no section nosuch/),
    ]);
    // In another document, the position is one of that document.
    const other = '<Response><Dial>nobody</Dial></Response>';
    const { problems } = await ring(
      { 'main.xml': MENU, 'replies.yaml': { replies: [{ url: '/menu2.xml', text: other }] } },
      { digits: ['1'] },
    );
    expect(problems.join()).not.toContain('main.xml:');
  });

  it('must have one document that answers the call', async () => {
    await expect(ring({ 'a.xml': MENU })).rejects.toThrow(
      /must have one document with the name main, index or document/,
    );
    await expect(ring({ 'main.xml': MENU, 'index.yaml': swml('hangup') })).rejects.toThrow(
      /it has index\.yaml, main\.xml/,
    );
  });

  it('lets servers on this machine answer their own requests', async () => {
    const server = await receiver(() => ({ headers: { 'content-type': 'application/json' }, body: '{"name":"Ann"}' }));
    onTestFinished(server.close);
    const main = swml(gets(`${server.url}/crm`), { play: 'say:Hello ${request_response.name}' });
    expect((await ring({ 'main.yaml': main })).story.at(-1)).toBe('play: plays say:Hello Ann');
  });
});

describe('replies.yaml', () => {
  const main = swml(gets('https://crm.example.com/customers/7?full=1'), {
    play: 'say:Hello ${request_response.name}, ${request_result} ${request_response_code}',
  });
  const says = async (...replies: unknown[]) =>
    (await ring({ 'main.yaml': main, 'replies.yaml': { replies } })).story.at(-1);

  it('answers requests to any server, by URL, method and fields', async () => {
    const ann = { url: 'https://crm.example.com/customers/7', json: { name: 'Ann' } };
    expect(await says(ann)).toBe('play: plays say:Hello Ann, success 200');
    expect(await says({ ...ann, method: 'POST' }, { ...ann, json: { name: 'Bo' } })).toContain('Hello Bo');
    expect(await says({ ...ann, when: { full: 2 } }, { ...ann, json: { name: 'Cy' } })).toContain('Hello Cy');
    expect(await says({ ...ann, url: 'https://*.example.com/*/7' })).toContain('Hello Ann');
    expect(await says({ ...ann, url: 'https://crm.example.com/*/8' })).toContain('failed');
  });

  it('answers with a status, with no response, or a limited number of times', async () => {
    const url = 'https://crm.example.com/*';
    expect(await says({ url, status: 503 })).toContain('failed 503');
    expect(await says({ url, fault: 'timeout' })).toBe('play: plays say:Hello , failed ');
    const twice = swml(gets('https://crm.example.com/a'), gets('https://crm.example.com/a'));
    const replies = [
      { url, status: 503, times: 1 },
      { url, json: {} },
    ];
    const { story } = await ring({ 'main.yaml': twice, 'replies.yaml': { replies } });
    expect(story.map((one) => one.split('; ').at(-1))).toEqual([
      expect.stringContaining('status 503'),
      expect.stringContaining('status 200'),
    ]);
  });

  it('chooses the document of an action by the fields of its form', async () => {
    const reply = (digits: string, text: string) => ({
      url: '/choice',
      when: { Digits: digits },
      text: `<Response><Say>${text}</Say></Response>`,
    });
    const call = await ring(
      {
        'main.xml': '<Response><Gather numDigits="1" action="/choice"/></Response>',
        'replies.yaml': { replies: [reply('1', 'Sales'), reply('2', 'Support')] },
      },
      { digits: ['2'] },
    );
    expect(call.story.at(-1)).toBe('Say: says "Support"');
    expect(call.unused).toEqual(['reply to /choice']);
  });

  it('gives the payment connector its answer', async () => {
    const pay = {
      pay: { payment_connector_url: 'https://pay.example.com/charge', charge_amount: '9.00', input: 'dtmf' },
    };
    const digits = ['4242424242424242', '1230', '123', '98101'];
    const replies = [{ url: 'https://pay.example.com/charge', json: { charge_id: 'ch_1', error_code: null } }];
    const call = await ring({ 'main.yaml': swml(pay), 'replies.yaml': { replies } }, { digits });
    expect(call.steps.at(-1)?.variables).toMatchObject({ pay_result: 'success' });
  });

  it.each([
    ['replies: [{ url: /a, staus: 200 }]', /replies\.yaml: replies\.0: .*staus/],
    ['replies: [{ url: "http://" }]', /replies\.0\.url: must be a URL, or a path of the folder/],
    ['replies: [', /replies\.yaml is not YAML/],
    ['- url: /a', /replies\.yaml: the file: /],
  ])('is refused with the reason: %s', async (text, message) => {
    await expect(ring({ 'main.yaml': swml('hangup'), 'replies.yaml': text })).rejects.toThrow(message);
  });
});

describe('callbacks to relative URLs', () => {
  const documents = {
    SWML: { 'main.yaml': swml({ play: { url: 'say:Hi', status_url: 'status' } }) },
    cXML: { 'main.xml': '<Response><Dial><Number statusCallback="status">+15035550100</Number></Dial></Response>' },
  };

  it.each(Object.entries(documents))(
    'are answered by replies.yaml, and kept back without a reply: %s',
    async (_, files) => {
      const answered = await ring({ ...files, 'replies.yaml': { replies: [{ url: '/status', status: 204 }] } });
      expect([...new Set(answered.webhooks.map(({ url, outcome }) => `${url} ${JSON.stringify(outcome)}`))]).toEqual([
        'status {"status":204}',
      ]);
      expect([answered.unused, answered.problems]).toEqual([[], []]);
      const kept = await ring(files);
      expect(kept.webhooks.map(callbackText)).toContainEqual(
        expect.stringMatching(/POST status: not sent, because no reply of replies.yaml is for it$/),
      );
    },
  );
});

const CHOICE = 'replies: [{ url: /choice, text: <Response/> }]';

it('suggests the file or the reply that a mistyped URL means', async () => {
  const document = MENU.replace('menu2.xml', 'meun2.xml');
  const { problems } = await ring({ 'main.xml': document, 'menu2.xml': '<Response/>' }, { digits: ['1'] });
  expect(problems).toEqual([expect.stringMatching(/: there is no file meun2\.xml\. Did you mean menu2\.xml\?$/)]);
  const typo = { 'main.xml': '<Response><Redirect>/chioce</Redirect></Response>', 'replies.yaml': CHOICE };
  expect((await ring(typo)).problems).toEqual(['chioce: the response status is 404. Did you mean choice?']);
});

it('follows a file as a folder without others', async () => {
  const sandbox = newSandbox();
  const file = join(folderOf({ 'menu.xml': MENU }), 'menu.xml');
  const { route, requests } = await ringFolder(sandbox, await folderAt(file), { digits: ['1'] });
  await sandbox.close();
  expect([route, requests.map(({ url }) => url)]).toEqual([`document ${file}`, ['menu2.xml']]);
});
