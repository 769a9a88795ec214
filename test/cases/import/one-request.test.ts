import { expect, it } from 'vitest';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const URL_TEXT = 'https://acme.example.com/api/relay/rest/queues';
const PATH = '/api/relay/rest/queues';
const ERROR = '{"errors":[{"detail":"no","status":"422","title":"Invalid","code":"422"}]}';

const entry = (startedDateTime: string, sent = '{"name":"a"}', time = 80) => ({
  startedDateTime,
  time,
  request: {
    method: 'POST',
    url: URL_TEXT,
    headers: [],
    postData: { mimeType: 'application/json', text: sent },
  },
  response: { status: 422, headers: [], content: { mimeType: 'application/json', text: ERROR } },
});

/** What a HAR and a log become: host, status and body of each request. */
function read(log: string, entries = [entry('2026-01-12T09:00:00.000Z')]) {
  const har = JSON.stringify({ log: { version: '1.2', entries } });
  const { documents, problems } = importCase([
    { name: 'a.har', text: har },
    { name: 'app.log', text: log },
  ]);
  const requests = (documents as readonly CassetteEntry[]).map(({ request, response }) => {
    const body = request.body && 'json' in request.body ? JSON.stringify(request.body.json) : '-';
    return `${new URL(request.url).host} ${response?.status} ${body}`;
  });
  return { requests, isNoted: problems.some((one) => one.endsWith('imported once')) };
}

const HAR = 'acme.example.com 422 {"name":"a"}';

it.each([
  ['a path only', `2026-01-12T09:00:00.080Z POST ${PATH} 422`],
  ['the whole address', `2026-01-12T09:00:00.080Z POST ${URL_TEXT} 422`],
  ['no time', `POST ${PATH} 422`],
  ['a time of another zone, and the bodies', `2026-01-12T10:00:00.080+01:00 POST ${PATH} {"name": "a"} 422 ${ERROR}`],
])('a log line with %s is the request of the HAR', (_, line) => {
  expect(read(line)).toEqual({ requests: [HAR], isNoted: true });
});

it('the line of a slow request has the time of its end', () => {
  const slow = [entry('2026-01-12T09:00:00.000Z', '{"name":"a"}', 30_000)];
  expect(read(`2026-01-12T09:00:30.100Z POST ${PATH} 422`, slow)).toEqual({ requests: [HAR], isNoted: true });
});

it.each([
  ['five minutes later', `2026-01-12T09:05:00.080Z POST ${PATH} 422`],
  ['with another status', `2026-01-12T09:00:00.080Z POST ${PATH} 201`],
  ['to another host', `2026-01-12T09:00:00.080Z POST https://other.example.com${PATH} 422`],
  ['with another body', `2026-01-12T09:00:00.080Z POST ${PATH} {"name":"b"} 422`],
  ['with another query', `2026-01-12T09:00:00.080Z POST ${PATH}?page_size=5 422`],
  ['with another method', `2026-01-12T09:00:00.080Z PUT ${PATH} 422`],
])('a log line %s is another request', (_, line) => {
  const { requests, isNoted } = read(line);
  expect([requests.length, isNoted]).toEqual([2, false]);
});

it('each request of the HAR takes one line', () => {
  const line = (seconds: string) => `2026-01-12T09:00:${seconds}Z POST ${PATH} 422`;
  expect(read(`${line('00.080')}\n${line('01.080')}`).requests).toHaveLength(2);
  const two = [entry('2026-01-12T09:00:00.000Z'), entry('2026-01-12T09:00:01.000Z')];
  expect(read(`${line('00.080')}\n${line('01.080')}`, two).requests).toEqual([HAR, HAR]);
});

it('lines without a time stay if it is not known which request they report', () => {
  const two = [entry('2026-01-12T09:00:00.000Z'), entry('2026-01-12T09:00:01.000Z')];
  expect(read(`POST ${PATH} 422`, two).requests).toHaveLength(3);
});

it('two files with one curl command each are two requests', () => {
  const text = `curl ${URL_TEXT} --json '{"name":"a"}'`;
  const { documents } = importCase([
    { name: 'a.txt', text },
    { name: 'b.txt', text },
  ]);
  expect(documents).toHaveLength(2);
});

it('equal requests of a collection, and bare lines of two logs without times, stay', () => {
  const item = (name: string) => ({
    name,
    request: { method: 'GET', url: URL_TEXT },
    response: [{ name: 'ok', originalRequest: { method: 'GET', url: URL_TEXT }, code: 200, body: '{"data":[]}' }],
  });
  const info = { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  const collection = JSON.stringify({ info, item: [item('first'), item('second')] });
  expect(importCase([{ name: 'c.json', text: collection }]).documents).toHaveLength(2);
  const text = `GET ${PATH} 200\n`;
  const logs = ['a.log', 'b.log'].map((name) => ({ name, text }));
  expect(importCase(logs).documents).toHaveLength(2);
});
