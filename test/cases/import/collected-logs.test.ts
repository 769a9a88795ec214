import { describe, expect, it } from 'vitest';
import { explain, importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const HOST = 'https://acme.example.com';
const Q = '/api/relay/rest/queues';
const TAKEN = '{"errors":[{"code":"taken","message":"Name has already been taken","attribute":"name"}]}';

function read(text: string, name = 'ticket.txt') {
  const { documents, problems, dropped } = importCase([{ name, text }]);
  const requests = (documents as readonly CassetteEntry[]).map(({ kind, request, response, code, unanswered }) => {
    const server = (kind as string) === 'webhook' ? 'webhook ' : '';
    const { pathname } = new URL(request.url);
    return `${server}${request.method} ${pathname} ${response?.status ?? (unanswered ? '-' : code)}`;
  });
  const bodies = (documents as readonly CassetteEntry[]).map(({ request, response }) => [
    textIn(request.body),
    textIn(response?.body),
  ]);
  return { requests, bodies, problems, dropped, documents };
}

const textIn = (body: CassetteEntry['request']['body']) =>
  body === undefined ? '' : 'json' in body ? JSON.stringify(body.json) : 'text' in body ? body.text : '';

describe('the output of several programs', () => {
  it('is read by program, so that the lines of another one are no response', () => {
    const lines = [
      `worker-1  | POST ${HOST}${Q} {"name":"a"}`,
      'web-1     | 404 Not Found',
      'worker-1  | 201 {"id":"Q1"}',
      'web-1     | done',
    ];
    expect(read(lines.join('\n')).requests).toEqual([`POST ${Q} 201`]);
  });

  it('keeps the numbers of the lines', () => {
    const text = `Feb 24 14:00:05 a app[1]: start\nFeb 24 14:00:05 a app[1]: PUT ${HOST}/api/unknown 404\n`;
    expect(read(`${text}Feb 24 14:00:06 a app[1]: GET ${HOST}${Q} 200\n`).dropped.map(({ place }) => place)).toEqual([
      'ticket.txt, line 2',
    ]);
  });

  it('is not a table, or a message that has a pipe', () => {
    const text = `GET ${HOST}${Q} 200\na | b\nWe see 404 | 500 in the logs.\n`;
    expect(read(text).requests).toEqual([`GET ${Q} 200`]);
  });
});

describe('a notebook', () => {
  const notebook = (source: string, outputs: readonly object[]) =>
    JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source, outputs }] });

  it('is a session: the code, and what it printed', () => {
    const text = notebook(
      `r = requests.post("${HOST}${Q}",\n    json={"name": "a"})\nprint(r.status_code)\nprint(r.text)`,
      [{ output_type: 'stream', text: ['422\n', `${TAKEN}\n`] }],
    );
    expect(read(text, 'a.ipynb')).toMatchObject({
      requests: [`POST ${Q} 422`],
      bodies: [['{"name": "a"}', TAKEN]],
    });
  });

  it('has no response that another cell printed as a number', () => {
    const text = notebook(`r = requests.get("${HOST}${Q}")\nlen(r.json()["data"])`, [
      { output_type: 'execute_result', data: { 'text/plain': ['42'] } },
    ]);
    expect(read(text, 'a.ipynb').requests).toEqual([`GET ${Q} -`]);
  });
});

describe('numbers that are no status', () => {
  it.each([
    [
      'a size above a status line',
      `POST ${HOST}${Q} HTTP/1.1\nHost: acme.example.com\n\n{"name":"a"}\n\t244\nHTTP/1.1 201 Created\n\n{"id":"Q1"}\n`,
      201,
    ],
    ['an id before an arrow', `PUT ${HOST}${Q}/1 id=404 -> 200 (422ms)`, 200],
    ['a setting', `GET ${HOST}${Q} user=503 200`, 200],
    [
      'a length in a list of packets',
      `1 0.1 10.0.0.5 → 10.0.0.1 HTTP 404 GET ${Q} HTTP/1.1\n2 0.2 10.0.0.1 → 10.0.0.5 HTTP/JSON 503 HTTP/1.1 200 OK`,
      200,
    ],
    ['a setting that is the status', `GET ${HOST}${Q} status=503`, 503],
  ])('%s', (_, text, status) => {
    expect(read(text).requests).toEqual([expect.stringMatching(new RegExp(` ${status}$`))]);
  });
});

describe('results below a request', () => {
  it.each([
    ['headers between', `GET ${Q}\nHost: acme.example.com\n200 OK\n{"data":[]}`, `GET ${Q} 200`],
    [
      'a response with words',
      `POST ${HOST}${Q} attempt=1\nresponse attempt=1 status=429 body={"errors":[]}`,
      `POST ${Q} 429`,
    ],
    ['a web framework', `PUT ${Q}/1\n  Parameters: %{"name" => "a", "x" => nil}\nSent 204 in 1ms`, `PUT ${Q}/1 204`],
    [
      'the report of a test',
      `Expected: 201\nReceived: 422\n\nrequest: POST ${HOST}${Q}\n  {"name":"a"}\nresponse: ${TAKEN}`,
      `POST ${Q} 422`,
    ],
    [
      'an error of Apple',
      `GET ${HOST}${Q}\nfinished Error Domain=NSURLErrorDomain Code=-999 "cancelled" UserInfo={NSErrorFailingURLStringKey=${HOST}${Q}, a=b}`,
      `GET ${Q} CANCELLED`,
    ],
    [
      'an error about another address',
      `GET ${HOST}${Q}\nfinished Error Domain=NSURLErrorDomain Code=-999 "cancelled" UserInfo={NSErrorFailingURLStringKey=${HOST}/other, a=b}`,
      `GET ${Q} -`,
    ],
  ])('%s', (_, text, request) => expect(read(text).requests).toEqual([request]));

  it('is not taken by a request if two wait for it', () => {
    const text = `POST ${HOST}${Q}\nGET ${HOST}${Q}\nworking\nresponse status=503`;
    expect(read(text).requests).toEqual([`POST ${Q} -`, `GET ${Q} -`]);
  });

  it('is not a status that a test did not report', () => {
    const text = `Expected: 3\nReceived: 4\n\nrequest: POST ${HOST}${Q}\nresponse: ${TAKEN}`;
    const { requests, problems } = read(text);
    expect(requests).toEqual([`POST ${Q} -`]);
    expect(problems.join('\n')).toContain('its response has no status');
  });

  it('keeps the complete fields of a response that the log cut, and says so', () => {
    const text = `Client error: \`POST ${HOST}${Q}\` resulted in a \`422 Unprocessable Entity\` response:\n${TAKEN.slice(0, -14)} (truncated...)`;
    const { bodies, problems } = read(text);
    expect(bodies).toEqual([['', '{"errors":[{"code":"taken","message":"Name has already been taken"}]}']]);
    expect(problems.join('\n')).toContain('incomplete');
  });

  it('reads the status that a program expected, and not another one', async () => {
    const story = (line: string) =>
      explain(importCase([{ name: 'a.txt', text: `GET ${HOST}${Q}/1 -> 404 {"error":"Not Found"}\n${line}` }]));
    const recovered = async (line: string) => (await story(line)).failures.map((one) => one.recovered);
    expect(await recovered('asserts: expected 404, got 404')).toEqual(['the program expected the status 404']);
    expect(await recovered('asserts: expected 200, got 404')).toEqual([undefined]);
    expect(await recovered('asserts: expected 403, got 403')).toEqual([undefined]);
  });
});

describe('records', () => {
  it.each([
    [
      'a flat record with the names of a table',
      { result: { http_method: 'GET', uri: Q, status: '200', host: 'sync-02' } },
      `GET ${Q} 200`,
    ],
    [
      'a record whose name is the request',
      { name: `GET ${Q}`, data: `${HOST}${Q}`, resultCode: '200' },
      `GET ${Q} 200`,
    ],
    [
      'a result of Ansible',
      { redirected: false, status: 404, url: `${HOST}${Q}/1`, json: { error: 'Not Found' } },
      `GET ${Q}/1 404`,
    ],
    [
      'a report with the bodies beside the request',
      {
        breadcrumbs: [{ data: { method: 'PUT', url: `${HOST}${Q}/1`, status_code: 422 } }],
        extra: { response_body: TAKEN },
      },
      `PUT ${Q}/1 422`,
    ],
    [
      'a step with the request in its error',
      {
        error: {
          httpCode: '422',
          messages: [`422 - ${JSON.stringify(TAKEN)}`],
          context: { request: { method: 'POST', uri: `${HOST}${Q}`, body: { name: 'a' } } },
        },
      },
      `POST ${Q} 422`,
    ],
  ])('%s', (_, record, request) => {
    const { requests, bodies } = read(JSON.stringify(record), 'a.json');
    expect(requests).toEqual([request]);
    if (request.endsWith('422')) expect(bodies[0]?.[1]).toBe(TAKEN);
  });

  it('gives an error of the network in another record to its request', () => {
    const sent = { msg: 'http request', method: 'POST', url: `${HOST}${Q}`, body: '{"name":"a"}' };
    const failed = (url: string) => ({ err: `Post "${url}": dial tcp: lookup acme.example.com: no such host` });
    const text = (...records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n');
    expect(read(text(sent, failed(`${HOST}${Q}`)), 'a.json').requests).toEqual([`POST ${Q} ENOTFOUND`]);
    expect(read(text(sent, failed(`${HOST}${Q}/1`)), 'a.json').requests).toEqual([
      `POST ${Q} -`,
      `POST ${Q}/1 ENOTFOUND`,
    ]);
  });

  it('reads the events of Windows, in which the number of the event is no status', () => {
    const event = (status: string) =>
      `<Events><Event xmlns="a"><System><EventID>500</EventID></System><EventData><Data Name="Method">GET</Data><Data Name="Url">${HOST}${Q}?a=1&amp;b=2</Data>${status}</EventData></Event></Events>`;
    expect(read(event('<Data Name="StatusCode">200</Data>'), 'a.xml').requests).toEqual([`GET ${Q} 200`]);
    expect(read(event(''), 'a.xml').requests).toEqual([`GET ${Q} -`]);
  });
});

describe('exports and files with responses', () => {
  it('reads the response of an Insomnia export in YAML', () => {
    const text = `_type: export\n__export_format: 4\nresources:\n  - _id: r1\n    _type: request\n    method: GET\n    url: ${HOST}${Q}\n  - _id: r2\n    _type: request\n    method: GET\n    url: ${HOST}${Q}/1\n  - _type: response\n    parentId: r1\n    statusCode: 200\n    elapsedTime: 404\n    body: '{"data":[]}'\n`;
    expect(read(text, 'a.yaml').requests).toEqual([`GET ${Q} 200`, `GET ${Q}/1 -`]);
  });

  it('reads a response in the comments of an .http file, and no other comment', () => {
    const block = (comment: string) =>
      `### a\nPOST ${HOST}${Q}\nContent-Type: application/json\n\n{"name":"a"}\n\n${comment}`;
    const { requests, bodies } = read(`${block('# HTTP/1.1 201 Created\n#\n# {"id":"Q1"}\n')}`, 'a.http');
    expect([requests, bodies]).toEqual([[`POST ${Q} 201`], [['{"name":"a"}', '{"id":"Q1"}']]]);
  });

  it('reads both requests of wget after a challenge, and one otherwise', () => {
    const command = `$ wget --user u --password 'PTsecretsecret' -O out ${HOST}${Q}\n`;
    const awaited = 'HTTP request sent, awaiting response... ';
    const challenge = `${command}${awaited}401 Unauthorized\nAuthentication selected: Basic realm="API"\n${awaited}200 OK\n`;
    expect(read(challenge).requests).toEqual([`GET ${Q} 401`, `GET ${Q} 200`]);
    expect(read(`${command}${awaited}401 Unauthorized\n`).requests).toEqual([`GET ${Q} 401`]);
    expect(read(`${command}${awaited}302 Found\nLocation: /x [following]\n${awaited}200 OK\n`).requests).toEqual([
      `GET ${Q} 302`,
    ]);
  });
});

describe('a case with callbacks only', () => {
  const call = '{"call":{"id":"C1","direction":"inbound","project_id":"P"},"vars":{}}';
  const post = (path: string, body: string, status: number) =>
    `POST https://ivr.example.org${path} ${body} -> ${status}\n`;

  it('has webhooks, by their bodies or their paths', async () => {
    expect(read(post('/a', call, 500)).requests).toEqual(['webhook POST /a 500']);
    const assumed = read(post('/hooks/voice', '', 504) + post('/login', '', 200));
    expect([assumed.requests, assumed.dropped.length]).toEqual([['webhook POST /hooks/voice 504'], 1]);
    expect(assumed.problems.join('\n')).toContain('assumed to be a request of the platform');
    const levels = async (text: string) =>
      (await explain(read(text))).suspicious.map(({ level, status }) => [level, status]);
    expect(await levels(post('/a', call, 500))).toEqual([['likely', 500]]);
    expect(await levels(post('/hooks/voice', '', 504))).toEqual([['possible', 504]]);
    expect(await levels(post('/hooks/voice', '', 204))).toEqual([]);
  });

  it('has none beside a request to the platform, and none of another program', () => {
    const other = `GET ${HOST}${Q} 200\n`;
    expect(read(other + post('/hooks/voice', '', 504)).requests).toEqual([`GET ${Q} 200`]);
    expect(() => read(post('/orders', '{"id":"1","status":"paid"}', 500))).not.toThrow();
    expect(read(post('/orders', '{"id":"1","status":"paid"}', 500)).requests).toEqual([]);
  });

  it('tells a callback that the platform repeated with success', async () => {
    const { suspicious } = await explain(read(post('/a', call, 503) + post('/a', call, 200)));
    expect(suspicious.map(({ recovered }) => recovered)).toEqual([
      'the same callback was answered 200 later (webhook 2)',
    ]);
  });
});

describe('a line below or behind a request', () => {
  it('is its answer behind a time, if the line has nothing else', () => {
    const line = `[22:00:00.404] POST ${HOST}${Q} {"name":"a"}\n`;
    expect(read(`${line}[22:00:01.900] 422 ${TAKEN}\n`).requests).toEqual([`POST ${Q} 422`]);
    expect(read(`${line}[22:00:01.900] 500 rows in 3 ms\n`).requests).toEqual([`POST ${Q} -`]);
  });

  it('is a form only for a request with a body', () => {
    const form = 'To=%2B12065550100&Body=a+404';
    expect(read(`2026-03-01T01:00:00Z POST ${HOST}${Q} ${form} 201 id=500\n`).bodies).toEqual([[form, '']]);
    const settings = read(`2026-03-01T01:00:00Z GET ${HOST}${Q} took=404&tries=2 200\n`);
    expect([settings.requests, settings.bodies]).toEqual([[`GET ${Q} 200`], [['', '']]]);
  });

  it('in the error log of nginx is of the request in the access log, and without that one of its own', () => {
    const error = `2026/11/26 13:00:00 [error] 7#7: *4 upstream timed out, request: "GET ${Q} HTTP/1.1", host: "a"\n`;
    const access = `10.4.0.4 - - [26/Nov/2026:13:00:00 +0000] "GET ${Q} HTTP/1.1" 504 40\n`;
    expect(read(error + access).requests).toEqual([`GET ${Q} 504`]);
    expect(read(error).requests).toEqual([`GET ${Q} ETIMEDOUT`]);
  });

  it('with an error of a host is of the only open request to it', () => {
    const sent = `{"req":{"method":"GET","url":"${HOST}${Q}"}}\n`;
    const failed = (host: string) => `{"err":{"cause":{"message":"getaddrinfo ENOTFOUND ${host}"}}}\n`;
    expect(read(sent + failed('acme.example.com')).requests).toEqual([`GET ${Q} ENOTFOUND`]);
    expect(read(sent + failed('other.example.com')).requests).toEqual([`GET ${Q} -`]);
    expect(read(sent + sent + failed('acme.example.com')).requests).toEqual([`GET ${Q} -`, `GET ${Q} -`]);
  });

  it('with the status of an upstream is an attempt, if another record has the result', () => {
    const record = (more: string) => `{"request_id":"r1","method":"GET","path":"${Q}",${more}}\n`;
    const attempt = record('"upstream_status":503,"will_retry":true');
    expect(read(attempt + record('"response_code":200')).requests).toEqual([`GET ${Q} 200`]);
    expect(read(attempt).requests).toEqual([`GET ${Q} 503`]);
  });

  it('has a status in the column http, and not the version of HTTP', () => {
    const table = (names: string, row: string) =>
      read(`method\turl\t${names}\nGET\t${HOST}${Q}\t${row}\n`, 'a.tsv').requests;
    expect(table('http\tnote', '404\ta')).toEqual([`GET ${Q} 404`]);
    expect(table('http\tstatus', '2\t200')).toEqual([`GET ${Q} 200`]);
  });
});
