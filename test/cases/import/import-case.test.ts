import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { droppedLines, importCase, importUnpacked } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';
import { openCassette, parseCassette, toYaml } from '../../../src/cassette/index.js';

const API = 'https://acme.example.com/api/relay/rest';
const ops = (...inputs: { name: string; text: string }[]) =>
  importCase(inputs).documents.map((one) => (one.kind === 'http' ? [one.op, one.response?.status] : []));

const entry = (url: string, more: object = {}, at = '2025-06-02T09:00:00.000Z') => ({
  startedDateTime: at,
  time: 12.4,
  request: { method: 'GET', url, httpVersion: 'HTTP/2', headers: [], queryString: [], cookies: [], ...more },
  response: {
    status: 200,
    statusText: 'OK',
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Set-Cookie', value: 'sid=SECRET' },
    ],
    content: { size: 11, mimeType: 'application/json', text: '{"data":[]}' },
  },
});
const har = (...entries: unknown[]) => ({ name: 'a.har', text: JSON.stringify({ log: { version: '1.2', entries } }) });

describe('a request to a service of a skill', () => {
  const kept = (...urls: string[]) => importCase([har(...urls.map((url) => entry(url)))]).documents.length;

  it('is kept', () => {
    expect(kept('https://api.weatherapi.com/v1/current.json?q=Paris', `${API}/queues`)).toBe(2);
    // A page with a map loads its pictures from the same host.
    expect(kept('https://maps.googleapis.com/maps/vt?pb=1', `${API}/queues`)).toBe(1);
  });

  it('is known for each recorded service that takes a key', () => {
    const services = join(import.meta.dirname, '../../../fixtures/services');
    for (const skill of ['joke', 'trivia', 'weather_api', 'maps', 'encyclopedia_search'])
      for (const { request } of openCassette(join(services, skill, 'success.yaml')).entries)
        expect(kept(request.url), request.url).toBe(1);
  });
});

it('the results of an exported .http file are read from its comments', () => {
  const text = `### queues.list
# recorded: 429 Too Many Requests
# {"errors":[]}
GET ${API}/queues

### queues.get
# recorded: 200 OK
GET ${API}/queues/q-1
`;
  const [first, second] = importCase([{ name: 'a.http', text }]).documents;
  expect(first).toMatchObject({ response: { status: 429, body: { json: { errors: [] } } } });
  expect(second).toMatchObject({ response: { status: 200 } });
});

describe('a curl command in an .http file', () => {
  it('is read with the variables of the file, and its place is its line', () => {
    const text = `@host = acme.example.com
### list
GET https://{{host}}/api/relay/rest/queues

### create
curl -X POST https://{{host}}/api/relay/rest/queues \\
  -H 'Content-Type: application/json' -d '{"name":"a"}'

###
$ curl 'https://{{host}}/api/relay/rest/queues
`;
    const { documents, problems } = importCase([{ name: 'a.http', text }]);
    expect(documents).toMatchObject([
      { op: 'queues.list' },
      { op: 'queues.create', request: { body: { json: { name: 'a' } } } },
    ]);
    expect(problems).toEqual([expect.stringMatching(/^a\.http, line 10: .*Is the command incomplete\?$/)]);
  });
});

describe('a HAR', () => {
  it('becomes a recording of the requests to the platform, in the order of time', () => {
    const { documents, dropped, problems } = importCase([
      har(
        entry(`${API}/queues/11111111-1111-4111-8111-111111111111`, {}, '2025-06-02T09:00:02.000Z'),
        entry('https://www.google-analytics.com/collect'),
        entry(`${API}/queues`, {}, '2025-06-02T09:00:01.000Z'),
        entry('chrome-extension://abc/script.js'),
      ),
    ]);
    expect(problems).toEqual([]);
    expect(dropped).toEqual([
      { place: 'a.har, entry 2', method: 'GET', url: 'https://www.google-analytics.com/collect' },
    ]);
    expect(documents).toMatchObject([
      {
        op: 'queues.list',
        request: { url: `${API}/queues` },
        response: { status: 200, body: { json: { data: [] } } },
        ms: 12,
      },
      { op: 'queues.get' },
    ]);
    expect(JSON.stringify(documents)).not.toContain('SECRET');
  });

  it('keeps its bodies, encoded or as fields, and says what is missing', () => {
    const post = (postData: object, more: object = {}) => entry(`${API}/queues`, { method: 'POST', postData, ...more });
    const { documents, problems } = importCase([
      har(
        post({ mimeType: 'application/json', text: '{"name":"a"}' }),
        post({
          mimeType: 'application/json',
          text: Buffer.from('{"name":"b"}').toString('base64'),
          encoding: 'base64',
        }),
        post({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'name', value: 'c d' }] }),
        entry(`${API}/queues`, { method: 'POST', bodySize: 12 }),
        {
          ...entry(`${API}/queues`),
          response: { status: 200, headers: [], content: { size: 5000, mimeType: 'application/json' } },
        },
        {
          ...entry(`${API}/queues`),
          response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"data":[{"id' } },
        },
        {
          ...entry(`${API}/queues`),
          response: { status: 0, headers: [], content: {}, _error: 'net::ERR_CONNECTION_REFUSED' },
        },
      ),
    ]);
    const bodies = documents.map((one) => one.kind === 'http' && (one.request.body ?? one.fault));
    expect(bodies.slice(0, 4)).toEqual([
      { json: { name: 'a' } },
      { json: { name: 'b' } },
      { text: 'name=c+d' },
      undefined,
    ]);
    expect(bodies.at(-1)).toBe('refused');
    expect(problems).toEqual([
      'a.har, entry 4: the body of the request is missing: 12 bytes',
      'a.har, entry 5: the body of the response is missing: 5000 bytes',
      'a.har, entry 6: the body of the response is incomplete',
    ]);
  });

  it.each([
    ['that was cut', '{"log":{"entries":[{"req', 'is not valid JSON'],
    ['without entries', '{"log":{}}', 'has no log.entries'],
    ['of null', 'null', 'has no log.entries'],
  ])('%s is named', (_, text, says) => {
    expect(importCase([{ name: 'x.har', text }]).problems).toEqual([expect.stringContaining(says)]);
  });

  it('with an invalid entry keeps the others, and names the place', () => {
    const { documents, problems } = importCase([
      har(7, { request: { method: 1 } }, entry(`${API}/queues`, { method: 'G\u001bT' }), entry(`${API}/queues`)),
    ]);
    expect(documents).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^a\.har, entry 1 is not a HAR entry: (?:it|\S+) is (?:missing|not of type \w+)$/),
      expect.stringContaining('a.har, entry 2 is not a HAR entry'),
      'a.har, entry 3 has an invalid method',
    ]);
  });
});

describe('an .http file', () => {
  it('has requests with variables, bodies and responses', () => {
    const text = `@host = https://acme.example.com
@rest = {{host}}/api/relay/rest

### list
GET {{rest}}/queues
    ?page_size=5
Authorization: Basic {{token}}

### create
# @name create
POST {{rest}}/queues HTTP/1.1
Content-Type: application/json

{
  "name": "support"
}

> {% client.test() %}

HTTP/1.1 201 Created
Content-Type: application/json

{"id":"q1"}
###
DELETE {{unknown_host}}/api/relay/rest/queues/q1
`;
    const { documents, problems } = importCase([{ name: 'a.http', text }]);
    expect(problems).toEqual([]);
    expect(documents).toMatchObject([
      { op: 'queues.list', request: { url: `${API}/queues?page_size=5` }, unanswered: true },
      {
        op: 'queues.create',
        request: { body: { text: expect.stringContaining('support') } },
        response: { status: 201 },
      },
      { op: 'queues.delete', request: { url: 'https://unknown-host.invalid/api/relay/rest/queues/q1' } },
    ]);
  });

  it('names a line that is not a request', () => {
    expect(
      importCase([{ name: 'a.http', text: 'FETCH https://x\n###\nGET https://x.example/api/relay/rest/queues' }])
        .problems,
    ).toEqual(['a.http, line 1: line 1 is not a request such as GET https://…']);
  });
});

describe('log lines', () => {
  it('without the body of a request that has one are reported', () => {
    const text = `POST ${API}/queues 201\nPOST ${API}/queues {"name":"a"} 201\nGET ${API}/queues 200\n`;
    expect(importCase([{ name: 'x.log', text }]).problems).toEqual([
      'x.log: 1 request without a body. A log line can have it before the status',
    ]);
  });

  it.each([
    [`2025-06-02T09:00:00Z INFO POST ${API}/queues 422 {"errors":[]}`, ['queues.create', 422]],
    [`10.0.0.1 - - [02/Jun/2025:09:00:00 +0000] "GET /api/relay/rest/queues HTTP/1.1" 200 512`, ['queues.list', 200]],
    [`[worker 3] → GET ${API}/queues?page_size=5 -> 401 (12 ms)`, ['queues.list', 401]],
    [`{"level":"info","msg":"GET ${API}/queues status=503"}`, ['queues.list', 503]],
    [`DEBUG POST ${API}/queues body={"name":"x"}`, ['queues.create', undefined]],
  ])('in any log are read: %s', (line, expected) => {
    expect(ops({ name: 'x.log', text: `starting up\n${line}\n` })).toEqual([expected]);
  });

  it.each([
    ['{"name":"ward 404"} 422 {"errors":[{"code":"500"}]}', 422, { name: 'ward 404' }, { errors: [{ code: '500' }] }],
    ['body={"max_size":503,"tags":["a"]} -> 201', 201, { max_size: 503, tags: ['a'] }, undefined],
    ['[422] {"errors":[]} in 200 ms', 422, undefined, { errors: [] }],
    ['201 [{"id":"q 500"}]', 201, undefined, [{ id: 'q 500' }]],
    ['{"text":"a } brace \\" 500"} {"id":"x"}', undefined, { text: 'a } brace " 500' }, undefined],
  ])('have the request before the status and the response after it: %s', (rest, status, sent, received) => {
    const { documents } = importCase([{ name: 'x.log', text: `POST ${API}/queues ${rest}\n` }]);
    const [{ request, response }] = documents as unknown as [CassetteEntry];
    expect([request.body && 'json' in request.body ? request.body.json : undefined, response?.status]).toEqual([
      sent,
      status,
    ]);
    expect(response?.body && 'json' in response.body ? response.body.json : undefined).toEqual(received);
  });

  it('keep a response that the log shortened', () => {
    const text = `POST ${API}/queues 422 {"errors":[{"detail":"is not val...}`;
    const [entry] = importCase([{ name: 'x.log', text }]).documents as unknown as [CassetteEntry];
    expect(entry.response).toMatchObject({ status: 422, body: { text: '{"errors":[{"detail":"is not val...}' } });
  });

  it('are read in linear time', () => {
    const lines = ['{"', '{"\\"', '[{', '{}'].map((part) => `GET ${API}/queues ${part.repeat(150_000)}`);
    const startMs = performance.now();
    for (const text of lines) importCase([{ name: 'x.log', text }]);
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });
});

describe('an import', () => {
  it('puts several files in the order of time', () => {
    const log = { name: 'b.log', text: `2025-06-02T08:59:00Z DELETE ${API}/queues/q1 204` };
    expect(ops(har(entry(`${API}/queues`)), log)).toEqual([
      ['queues.delete', 204],
      ['queues.list', 200],
    ]);
  });

  it('accepts any prefix of a path, and removes it', () => {
    const { documents, problems } = importCase([har(entry('http://localhost:3000/proxy/v2/api/relay/rest/queues'))]);
    expect(documents).toMatchObject([
      { op: 'queues.list', request: { url: 'http://localhost:3000/api/relay/rest/queues' } },
    ]);
    expect(problems).toEqual(['a.har, entry 1: the path began with /proxy/v2, which was removed']);
  });

  it('keeps unknown paths of the platform, with a suggestion', () => {
    const entries = [entry(`${API}/queus`), entry(`${API}/queues/`), entry(`${API}/queues`, { method: 'PUT' })];
    const { documents, problems, dropped } = importCase([har(...entries)]);
    expect(documents).toHaveLength(3);
    expect(dropped).toEqual([]);
    expect(problems).toEqual([
      expect.stringContaining('GET /api/relay/rest/queus is not a known operation: did the program mean'),
      expect.stringContaining('did the program mean /api/relay/rest/queues?'),
      expect.stringContaining('/api/relay/rest/queues accepts GET and POST, not PUT'),
    ]);
  });

  it('counts the lines of a log that have no request', () => {
    const text = 'starting\nGET /api/relay/rest/queues 200\nready on 127.0.0.1:401\n';
    const { documents, problems } = importCase([{ name: 'app.log', text }]);
    expect(documents).toMatchObject([{ op: 'queues.list', response: { status: 200 } }]);
    expect(problems).toContain('app.log: 2 lines without a request, ignored');
  });

  it('keeps other requests on demand', () => {
    const input = har(entry('https://example.com/own'));
    expect(importCase([input]).documents).toEqual([]);
    expect(importCase([input], { keep: ['example.com'] }).documents).toMatchObject([
      { request: { url: 'https://example.com/own' } },
    ]);
  });

  it('is a recording that opens, in which a request without a response answers nothing', () => {
    const input = { name: 'x', text: `curl ${API}/queues\ncurl ${API}/phone_numbers\n# 200` };
    const opened = parseCassette(toYaml(importCase([input])), 'x.yaml');
    expect(opened.header.origin).toBe('imported');
    expect(opened.documents).toHaveLength(2);
    expect(opened.entries.map(({ op }) => op)).toEqual(['phone_numbers.list']);
  });

  it('refuses a text in no known format, and an empty one', () => {
    expect(() => importCase([{ name: 'x.txt', text: 'hello' }])).toThrow('the format of x.txt is not supported');
    expect(() => importCase([{ name: 'x.txt', text: ' \n' }])).toThrow('x.txt is empty');
  });
});

it('shows no secret of the input in its notes and in the requests that were left out', () => {
  const secret = `PT${'5ab3'.repeat(12)}`;
  const text = `curl https://acme.example.com/api/relay/rest/queues "project:${secret}"\nGET https://acme.example.com/users/${secret} 200\n`;
  const inputs = [{ name: 'a.txt', text }];
  expect(importCase(inputs).problems.join('\n')).toContain(secret);
  const { problems, dropped } = importUnpacked([{ inputs, problems: [] }], { howToKeep: 'name it' });
  expect([...problems, ...droppedLines(dropped)].join('\n')).not.toContain(secret);
  expect(problems.join('\n')).toContain('is not an http or https URL');
});
