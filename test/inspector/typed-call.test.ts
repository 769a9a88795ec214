import { expect, it } from 'vitest';
import type { RequestDetail } from '../../src/inspector/contract.js';
import { inspected } from './support.js';

const QUEUES = '/api/relay/rest/queues';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Sends a body as it is, and reads the request as the page does. */
async function sentAs(type: string | undefined, body: string, { method = 'POST', path = QUEUES } = {}) {
  const opened = await inspected();
  const { project, token } = opened.sandbox.credentials;
  const authorization = `Basic ${btoa(`${project}:${token}`)}`;
  // A text would get a content type.
  await fetch(opened.origin + path, {
    ...{ method, body: new Blob([body]) },
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
  });
  const page = opened.pageOf(await opened.open());
  const detail: RequestDetail = (await page('GET', 'requests/1')).body;
  const explain = async () => JSON.stringify((await page('GET', 'requests/1/explanation')).body);
  return { detail, explain };
}

it.each([
  [JSON_TYPE, '{"name":"x1","max_size":', /not valid JSON.*line 1, column 25/],
  [JSON_TYPE, '{bad json', /not valid JSON.*line 1, column 2/],
  [JSON_TYPE, '{\n  "name": "a",\n}', /not valid JSON.*line 3, column 1/],
  [undefined, '{"name":', /not valid JSON/],
  [FORM_TYPE, '{"name":"second-try"}', /content type is that of a form/],
  [FORM_TYPE, 'name=second-try&max_size=3', /body is a form/],
  [JSON_TYPE, '[]', /not an object/],
  [JSON_TYPE, '"name"', /not an object/],
  [JSON_TYPE, '7', /not an object/],
])('shows no TypeScript call that sends another request: %s %s', async (type, body, why) => {
  const { detail } = await sentAs(type, body);
  expect(detail.typescript).toBeNull();
  expect(detail.noTypescript).toMatch(why);
  expect(detail.curl).toContain('--data-raw');
});

it('shows no TypeScript call for a body that the client does not send with the method', async () => {
  const { detail } = await sentAs(JSON_TYPE, '{"name":"a"}', { method: 'DELETE', path: `${QUEUES}/7` });
  expect([detail.typescript, detail.noTypescript]).toEqual([null, expect.stringContaining('DELETE')]);
});

it('sends null with the call, as the request did', async () => {
  const { detail } = await sentAs(JSON_TYPE, '{"name":"a","max_size":null}');
  expect(detail.typescript).toBe("await platform.with({ check: false }).queues.create({ name: 'a', max_size: null });");
});

it.each(['{"name":"x1","max_size":', '{bad json', '[]', 'name', '{"name":"x1",,"max_size":1}'])(
  'suggests no call whose field is the broken body: %s',
  async (body) => {
    const { explain } = await sentAs(JSON_TYPE, body);
    const text = await explain();
    expect(text).toContain('JSON');
    expect(text).not.toMatch(/await platform\.queues\.create\(\{ '/);
    expect(text).not.toMatch(/This call succeeds[^}]*create\(\)/);
  },
);

it('suggests no value that the client does not send', async () => {
  const { explain } = await sentAs(JSON_TYPE, '{"name":7,"max_size":null}');
  expect(await explain()).not.toMatch(/create\(\{[^)]*null/);
});
