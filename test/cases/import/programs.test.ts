import { describe, expect, it } from 'vitest';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const URL_TEXT = 'https://acme.example.com/api/relay/rest/queues';
const PATH = '/api/relay/rest/queues';
const ERROR = '{"errors":[{"detail":"name is required","status":"422","title":"Invalid Attribute","code":"422"}]}';

function read(text: string, name = 'ticket.log') {
  const { documents, problems } = importCase([{ name, text }]);
  const requests = (documents as readonly CassetteEntry[]).map(({ request, response, code, unanswered }) => {
    const { host, pathname } = new URL(request.url);
    return `${request.method} ${host === 'host.invalid' ? '' : host}${pathname} ${response?.status ?? (unanswered ? '-' : code)}`;
  });
  return { requests, problems, documents: documents as readonly CassetteEntry[] };
}

const HOST = 'acme.example.com';

describe('log lines with the status or an error in another position', () => {
  it.each([
    [
      'got',
      `HTTPError: Request failed with status code 404 (Not Found): GET ${URL_TEXT}/7`,
      [`GET ${HOST}${PATH}/7 404`],
    ],
    ['Faraday', `(the server responded with status 422 for POST ${URL_TEXT}):`, [`POST ${HOST}${PATH} 422`]],
    ['Gin', `[GIN] 2026/11/26 - 09:04:02 | 404 | 12.3ms | 10.0.0.3 | GET "${PATH}/7"`, [`GET ${PATH}/7 404`]],
    [
      'Guzzle',
      `Client error: \`POST ${URL_TEXT}\` resulted in a \`422 Unprocessable Entity\` response:`,
      [`POST ${HOST}${PATH} 422`],
    ],
    [
      'urllib3',
      `DEBUG:urllib3.connectionpool:https://acme.example.com:443 "PUT ${PATH}/7 HTTP/1.1" 404 21`,
      [`PUT ${HOST}${PATH}/7 404`],
    ],
    [
      'Go',
      `Post "${URL_TEXT}": dial tcp: lookup acme.example.com on 10.0.0.2:53: no such host`,
      [`POST ${HOST}${PATH} ENOTFOUND`],
    ],
    [
      'Go with an address',
      `Post "${URL_TEXT}": dial tcp 203.0.113.7:443: connect: connection refused`,
      [`POST ${HOST}${PATH} ECONNREFUSED`],
    ],
    ['a browser', `app.js:91  POST ${URL_TEXT} net::ERR_FAILED`, [`POST ${HOST}${PATH} NET_ERR_FAILED`]],
  ])('%s', (_, line, requests) => expect(read(line).requests).toEqual(requests));

  it.each([
    ['a time in milliseconds is not a status', `2026 GET ${URL_TEXT} 231.5 ms`, [`GET ${HOST}${PATH} -`]],
    ['an address is not a status', `2026 GET ${URL_TEXT} via 203.0.113.7`, [`GET ${HOST}${PATH} -`]],
    [
      'a table of routes has no request',
      `[GIN-debug] GET ${PATH}/:id --> main.queue (3 handlers)\n2026 GET ${PATH} 200`,
      [`GET ${PATH} 200`],
    ],
    ['a status of a sentence is not one of a column', `| 404 | GET ${URL_TEXT} 200`, [`GET ${HOST}${PATH} 200`]],
  ])('%s', (_, line, requests) => expect(read(line).requests).toEqual(requests));
});

describe('logs of HTTP clients', () => {
  const start = (path: string) => `      Sending HTTP request POST https://acme.example.com${path}\n`;
  const end = (status: number) => `      Received HTTP response headers after 204.4ms - ${status}\n`;

  it('two handlers that print the same request are one request', () => {
    const text = `      Start processing HTTP request POST ${URL_TEXT}\n${start(PATH)}${end(422)}      End processing HTTP request after 205ms - 422\n`;
    expect(read(text)).toMatchObject({ requests: [`POST ${HOST}${PATH} 422`], problems: [] });
  });

  it('two requests one after the other are two requests', () => {
    expect(read(start(PATH) + end(422) + start(PATH) + end(201)).requests).toEqual([
      `POST ${HOST}${PATH} 422`,
      `POST ${HOST}${PATH} 201`,
    ]);
  });

  it('a status that can belong to two requests is reported', () => {
    const { requests, problems } = read(start(PATH) + start('/api/video/rooms') + end(422));
    expect(requests).toEqual([`POST ${HOST}${PATH} -`, `POST ${HOST}/api/video/rooms -`]);
    expect(problems).toEqual(['ticket.log, line 3: the status 422 can belong to 2 requests, and was not imported']);
  });

  it('an incomplete body is reported', () => {
    const text = `I, INFO -- request: POST ${URL_TEXT}\nI, INFO -- response: Status 422\nI, INFO -- response: {"errors":[{"det\n`;
    expect(read(text).problems).toEqual([
      'ticket.log, line 1: the body of the response is not complete JSON, and was not imported',
    ]);
  });
});

describe('errors of programs', () => {
  const dump = (method: string, data: string) =>
    `AxiosError: Request failed\n    at x (y) {\n  config: {\n    method: '${method}',\n    url: '${URL_TEXT}',\n    data: '{}'\n  },\n  response: {\n    status: 422,\n    data: ${data}\n  }\n}\n`;

  it('an object of Node.js is a body', () => {
    const [entry] = read(dump('post', "{ errors: [ { detail: 'name is required', status: '422' } ] }")).documents;
    expect(entry?.response?.body).toEqual({ json: { errors: [{ detail: 'name is required', status: '422' }] } });
  });

  it('a shortened object is reported', () =>
    expect(read(dump('post', '{ errors: [ [Object] ] }')).problems).toEqual([
      'ticket.log, line 3: the body of the response is shortened, and was not imported',
    ]));

  it('each error of a log is a request', () =>
    expect(read(dump('post', '{ a: 1 }') + dump('put', '{ a: 1 }')).requests).toEqual([
      `POST ${HOST}${PATH} 422`,
      `PUT ${HOST}${PATH} 422`,
    ]));

  it('a Python error without a method completes the log line with its method', () => {
    const trace = (path: string) =>
      `Traceback (most recent call last):\nrequests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://${HOST}${path}\n`;
    const line = `DEBUG:urllib3.connectionpool:https://${HOST}:443 "DELETE ${PATH}/7 HTTP/1.1" 404 21\n`;
    expect(read(line + trace(`${PATH}/7`)).requests).toEqual([`DELETE ${HOST}${PATH}/7 404`]);
    expect(read(line + trace(`${PATH}/8`)).requests).toEqual([
      `DELETE ${HOST}${PATH}/7 404`,
      `GET ${HOST}${PATH}/8 404`,
    ]);
    expect(read(trace(`${PATH}/8`)).problems).toEqual([
      'ticket.log, line 1: the method is not in the text, and was guessed',
    ]);
  });

  it('an error between JSON records is not lost', () => {
    const record = `{"req":{"method":"GET","url":"${URL_TEXT}"},"res":{"statusCode":200}}\n`;
    expect(read(record + dump('post', '{ a: 1 }')).requests).toEqual([
      `GET ${HOST}${PATH} 200`,
      `POST ${HOST}${PATH} 422`,
    ]);
    expect(read(`${record}restarting\n`).problems).toEqual(['ticket.log: 1 line without a request, ignored']);
  });

  it('the output of two tools about two requests is two requests', () =>
    expect(read(`curl -X DELETE ${URL_TEXT}/7\nHTTP/1.1 404\n\n${dump('post', '{ a: 1 }')}`).requests).toEqual([
      `DELETE ${HOST}${PATH}/7 404`,
      `POST ${HOST}${PATH} 422`,
    ]));
});

describe('JSON below a curl command', () => {
  const body = (text: string, options = '') => read(`$ curl -s ${options} ${URL_TEXT}\n${text}\n`);

  it('is a success with the status of the operation, if it is a resource', () => {
    expect(body('{"id":"7","name":"x"}', "-d '{}'").requests).toEqual([`POST ${HOST}${PATH} 201`]);
    expect(body('{"data":[]}').problems).toEqual([
      'ticket.log, line 1: the status of the response is not in the text. The body is not an error, so success was assumed',
    ]);
  });

  it.each([
    ['an error without a status', '{"error":"x"}', ''],
    ['other JSON', '{"level":"info"}', ''],
    ['JSON below words', 'I sent this:\n{"id":"7"}', ''],
    ['the file that the command sends', '{"id":"7"}', '-d @body.json'],
  ])('is not a success: %s', (_, text, options) =>
    expect(body(text, options).requests).toEqual([`${options ? 'POST' : 'GET'} ${HOST}${PATH} -`]),
  );

  it('is an incomplete error, if its end is missing', () => {
    expect(body(ERROR.slice(0, 70))).toMatchObject({
      requests: [`GET ${HOST}${PATH} 422`],
      problems: ['ticket.log, line 1: the body of the response is incomplete'],
    });
    expect(body('{"errors":[{"detail":"na')).toMatchObject({ requests: [`GET ${HOST}${PATH} -`] });
  });
});

describe('tables', () => {
  it.each([
    ['commas', `time,method,url,status\n1,GET,${URL_TEXT},200\n2,POST,"${URL_TEXT}",422\n`],
    ['semicolons', `method;url;status\nGET;${URL_TEXT};200\nPOST;${URL_TEXT};422\n`],
    ['dots in the names', `http.method,http.url,http.status_code\nGET,${URL_TEXT},200\nPOST,${URL_TEXT},422\n`],
  ])('with %s', (_, text) =>
    expect(read(text, 'export.csv').requests).toEqual([`GET ${HOST}${PATH} 200`, `POST ${HOST}${PATH} 422`]),
  );

  it('without a column for the method is not a table of requests', () =>
    expect(() => read(`name,url\nx,${URL_TEXT}\n`, 'export.csv')).toThrow('is not supported'));
});

describe('damage of chats and mail', () => {
  it('a fence in the line of the command', () =>
    expect(
      read(`\`\`\`curl -X DELETE ${URL_TEXT}/7\`\`\`\nSam\n\`\`\`HTTP/2 404\n\n{"error":"Not Found"}\`\`\`\n`).requests,
    ).toEqual([`DELETE ${HOST}${PATH}/7 404`]));

  it('quotations of quotations keep the marks of curl -v', () =>
    expect(
      read(
        `> Hi\n>> $ curl -v ${URL_TEXT}\n>> > GET ${PATH} HTTP/1.1\n>> > Host: ${HOST}\n>> < HTTP/1.1 401 Unauthorized\n>> < \n`,
      ).requests,
    ).toEqual([`GET ${HOST}${PATH} 401`]));

  it('a heading of Markdown does not make a file of an editor', () =>
    expect(
      read(`### Steps\n\n   \`\`\`\n   curl -X DELETE ${URL_TEXT}/7\n   HTTP/1.1 404 Not Found\n   \`\`\`\n`, 'a.md')
        .requests,
    ).toEqual([`DELETE ${HOST}${PATH}/7 404`]));
});

describe('the status in a record', () => {
  const record = (more: object) => JSON.stringify({ method: 'GET', url: URL_TEXT, ...more });
  it.each([
    ['under a name that no list has', { upstream: { answerStatus: 503 } }, '503'],
    ['of a gateway that had no answer', { DownstreamStatus: 504, OriginStatus: 0 }, '504'],
    ['in one name with dots', { 'http.response.status_code': 404 }, '404'],
    ['not if there are two', { edgeStatus: 504, originStatus: 200 }, '-'],
    ['not in what the program expects', { config: { retryStatus: 503 } }, '-'],
    ['not in a size', { size: 404, latency: 503 }, '-'],
    ['not in a text', { status: 'in-progress', jobStatus: 'done 404' }, '-'],
  ])('is found: %s', (_, more, status) =>
    expect(read(`${record(more)}\n`).requests).toEqual([`GET ${HOST}${PATH} ${status}`]),
  );
});

describe('the body of a log line', () => {
  it.each(['[\\r][\\n]', '[] []', '[24]', '{ 12 ms }'])('is not %s', (rest) =>
    expect(read(`2026-01-01T00:00:00Z POST ${URL_TEXT} ${rest}`).documents[0]?.request.body).toBeUndefined(),
  );

  it('is the start of JSON that the log shortened', () =>
    expect(read(`2026-01-01T00:00:00Z POST ${URL_TEXT} {"name":{"a":1} ...`).documents[0]?.request.body).toBeDefined());
});

describe('an error that names only the host', () => {
  const error = `Exception: Request failed for https://${HOST} returned code 429. Truncated server response: ${ERROR} (use …)`;
  const call = (path: string) => `UrlFetchApp.fetch('https://${HOST}${path}', {method: 'get'});`;
  it('belongs to the only request to the host', () =>
    expect(read(`${error}\n${call(PATH)}\n`).requests).toEqual([`GET ${HOST}${PATH} 429`]));
  it('belongs to neither of two', () =>
    expect(read(`${error}\n${call(PATH)}\n${call('/api/video/rooms')}\n`).requests).toEqual([
      `GET ${HOST}${PATH} -`,
      `GET ${HOST}/api/video/rooms -`,
    ]));
  it('does not belong to a request to another host', () =>
    expect(read(`${error.replace(HOST, 'other.example.com')}\n${call(PATH)}\n`).requests).toEqual([
      `GET ${HOST}${PATH} -`,
    ]));
});

describe('the log of a job', () => {
  const T = '2026-05-05T17:00:01.001Z ';
  it('has the status that curl -w prints behind the body', () =>
    expect(read(`${T}curl -X DELETE ${URL_TEXT}/7\n${T}{"error":"Not Found"}404\n`).requests).toEqual([
      `DELETE ${HOST}${PATH}/7 404`,
    ]));
  it('keeps its times without a command', () => {
    const { header } = importCase([{ name: 'job.log', text: `${T}GET ${URL_TEXT} 200\n${T}done\n` }]);
    expect(header.recorded_at).toBe('2026-05-05T17:00:01.001Z');
  });
});
