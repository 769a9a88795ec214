import { describe, expect, it } from 'vitest';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const read = (text: string) => {
  const { documents, problems } = importCase([{ name: 'ticket.txt', text }]);
  const requests = (documents as readonly CassetteEntry[]).map(
    ({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response?.status ?? '-'}`,
  );
  return { requests, problems };
};

const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const PATH = '/api/relay/rest/queues';

describe('lines of a log around a command', () => {
  it('are requests too, and other lines are counted', () => {
    expect(
      read(`Hi, our dialer fails since this morning.
2026-11-20T10:00:00Z POST ${QUEUES} -> 422
curl -X DELETE '${QUEUES}/7' -u 'p:t'
GET https://acme.example.com/api/relay/rest/phone_numbers?page_size=5 404 12ms
[2026-11-20 10:00:02] INFO gateway: PUT ${PATH}/7 200
Thanks, Ann`),
    ).toEqual({
      requests: [
        `POST ${PATH} 422`,
        `DELETE ${PATH}/7 -`,
        'GET /api/relay/rest/phone_numbers 404',
        `PUT ${PATH}/7 200`,
      ],
      problems: [
        'ticket.txt: 2 lines without a request, ignored',
        'ticket.txt: 2 requests without a body. A log line can have it before the status',
      ],
    });
  });

  it.each([
    ['a fetch call', `await fetch('${QUEUES}', { method: 'POST', body: '{"name":"a"}' })`],
    ['PowerShell', `Invoke-WebRequest -Uri "${QUEUES}" -Method POST -Body '{"name":"a"}'`],
    ['HTTPie', `http POST ${QUEUES} name=a`],
    ['curl', `curl ${QUEUES} -d '{"name":"a"}'`],
  ])('below %s are read', (_, command) => {
    expect(read(`${command}\n\n2026-11-20T10:00:00Z GET ${PATH}/7 404`).requests).toEqual([
      `POST ${PATH} -`,
      `GET ${PATH}/7 404`,
    ]);
  });

  it('give a command its status, if only one line is about it', () => {
    const access = (method: string, path: string, status: number) =>
      `203.0.113.5 - - [20/Nov/2026:10:00:00 +0000] "${method} ${path} HTTP/1.1" ${status} 120`;
    expect(
      read(`curl -X POST ${QUEUES} -d '{"max_size": 5}'\n${access('POST', PATH, 422)}\n${access('GET', PATH, 200)}`),
    ).toEqual({
      requests: [`POST ${PATH} 422`, `GET ${PATH} 200`],
      problems: ['ticket.txt, line 2: the status is the result of the request of ticket.txt, line 1'],
    });
    // It is not known which of two is meant.
    const twice = `${access('POST', PATH, 422)}\n${access('POST', PATH, 201)}`;
    expect(read(`curl -X POST ${QUEUES} -d '{"max_size": 5}'\n${twice}`).requests).toEqual([
      `POST ${PATH} -`,
      `POST ${PATH} 422`,
      `POST ${PATH} 201`,
    ]);
    // The line above can be of an earlier try.
    expect(read(`${access('POST', PATH, 422)}\ncurl -X POST ${QUEUES} -d '{"max_size": 5}'`).requests).toEqual([
      `POST ${PATH} 422`,
      `POST ${PATH} -`,
    ]);
    // Another space.
    expect(read(`curl -X DELETE ${QUEUES}/7\nDELETE https://other.example.com${PATH}/7 404`).requests).toEqual([
      `DELETE ${PATH}/7 -`,
      `DELETE ${PATH}/7 404`,
    ]);
  });
});

/** The outcome of each request: its status, or its error. */
const outcomes = (text: string) => {
  const { documents, problems } = importCase([{ name: 'ticket.txt', text }]);
  const requests = (documents as readonly CassetteEntry[]).map(({ request, response, fault, code, unanswered }) => {
    const outcome = response?.status ?? (unanswered ? 'unanswered' : `${fault} ${code}`);
    return `${request.method} ${new URL(request.url).pathname} ${outcome}`;
  });
  return { requests, problems };
};

describe('what stands below a command in a message', () => {
  const command = `curl -X PUT ${QUEUES}/7 -d '{"max_size": "x"}'`;
  const refusal = '{"errors":[{"code":"invalid","message":"max_size is invalid","attribute":"max_size"}]}';

  it.each([
    ['curl: (6) Could not resolve host: acme.example.com', 'refused ENOTFOUND'],
    ['curl: (7) Failed to connect to acme.example.com port 443 after 2 ms: Connection refused', 'refused ECONNREFUSED'],
    [
      "curl: (7) Failed to connect to acme.example.com port 443 after 21 ms: Couldn't connect to server",
      'refused ECONNREFUSED',
    ],
    ['curl: (28) Operation timed out after 5001 milliseconds with 0 bytes received', 'timeout ETIMEDOUT'],
    [
      'curl: (28) Failed to connect to acme.example.com port 443 after 75001 ms: Connection timed out',
      'timeout ETIMEDOUT',
    ],
    ['curl: (52) Empty reply from server', 'reset ECONNRESET'],
    ['curl: (56) Recv failure: Connection reset by peer', 'reset ECONNRESET'],
    ['curl: (60) SSL certificate problem: certificate has expired', 'reset CERT_NOT_TRUSTED'],
  ])('is the error of curl: %s', (error, outcome) => {
    expect(outcomes(`${command}\n${error}\nMore details here: https://curl.se/`).requests).toEqual([
      `PUT ${PATH}/7 ${outcome}`,
    ]);
  });

  it.each([
    ['the status in words', `\nResponse:\n\n\`\`\`json\n${refusal}\n\`\`\`\n\nStatus was 422. It worked before.`, 422],
    ['the status before it', `\nWe get a 422:\n${refusal}`, 422],
    ['the status in it', `\nIt says ${JSON.stringify({ code: 'x', message: 'no', status: 404 })}`, 404],
  ])('is an error with %s', (_, below, status) => {
    expect(outcomes(command + below).requests).toEqual([`PUT ${PATH}/7 ${status}`]);
  });

  it.each([
    [
      'an error without a status',
      `\n${refusal}`,
      ['ticket.txt, line 1: the error below it has no status, and was not imported'],
    ],
    [
      'an error with two statuses',
      `\n${refusal}\nWe get 422, then 409.`,
      [
        'ticket.txt: 1 line without a request, ignored',
        'ticket.txt, line 1: the error below it has no status, and was not imported',
      ],
    ],
    ['a sentence with a number', '\nWe get 422 calls each day.', ['ticket.txt: 1 line without a request, ignored']],
    ['JSON that is no error', '\nOur settings:\n{"retries": 500}', ['ticket.txt: 2 lines without a request, ignored']],
  ])('is no response: %s', (_, below, problems) => {
    expect(outcomes(command + below)).toEqual({ requests: [`PUT ${PATH}/7 unanswered`], problems });
  });

  it('is counted if it is nothing of the request', () => {
    expect(outcomes(`Hello,\nwe run this: \`curl -X DELETE ${QUEUES}/7\`. It hangs.\nBye`)).toEqual({
      requests: [`DELETE ${PATH}/7 unanswered`],
      problems: ['ticket.txt: 2 lines without a request, ignored'],
    });
  });
});

describe('the output of curl -v without its command', () => {
  const request = `> POST ${PATH} HTTP/1.1
> Host: acme.example.com
> Authorization: Basic cDp0
> Content-Type: application/json
>`;

  it('has the request and the response', () => {
    const text = `* Connected to acme.example.com (203.0.113.9) port 443
${request}
* upload completely sent off
< HTTP/1.1 422 Unprocessable Entity
< Content-Type: application/json
<
{ [62 bytes data]
{"errors":[{"message":"name is required"}]}
* Connection #0 to host acme.example.com left intact
> GET ${PATH}/7 HTTP/2
> Host: acme.example.com
>
< HTTP/1.1 100 Continue
<
< HTTP/2 404
<`;
    expect(outcomes(text).requests).toEqual([`POST ${PATH} 422`, `GET ${PATH}/7 404`]);
    const { documents, credentials } = importCase([{ name: 'ticket.txt', text }]);
    const [first] = documents as readonly CassetteEntry[];
    expect(first?.request.url).toBe(QUEUES);
    expect(first?.response?.body).toEqual({ json: { errors: [{ message: 'name is required' }] } });
    expect(JSON.stringify(documents)).not.toContain('cDp0');
    expect(credentials).toContain('Basic cDp0');
  });

  it('has a request without a response if the text ends', () => {
    expect(outcomes(request).requests).toEqual([`POST ${PATH} unanswered`]);
  });
});

describe('a call of fetch in a message', () => {
  const call = `const res = await fetch(\`${QUEUES}\`, { method: "POST", body: JSON.stringify({ name }) });`;
  const stack = (cause: string) =>
    `TypeError: fetch failed\n    at node:internal/x:1:1 {\n  [cause]: Error: ${cause}\n}\n`;

  it('keeps its method if its body is other code', () => {
    expect(outcomes(call)).toEqual({
      requests: [`POST ${PATH} unanswered`],
      problems: ['ticket.txt, line 1: the body is not a literal, and is not known'],
    });
  });

  it('is not imported with a method that is not known', () => {
    for (const options of ['options', '{ ...options }', '{ method, body: "{}" }'])
      expect(outcomes(`${call}\nawait fetch('${QUEUES}/7', ${options})`)).toMatchObject({
        requests: [`POST ${PATH} unanswered`],
        problems: expect.arrayContaining([expect.stringContaining('line 2: the address or the method of this call')]),
      });
    expect(outcomes(`await axios.delete('${QUEUES}/7', options)`).requests).toEqual([`DELETE ${PATH}/7 unanswered`]);
  });

  it('has the error of the network that the stack names', () => {
    expect(outcomes(stack('getaddrinfo ENOTFOUND acme.example.com') + call).requests).toEqual([
      `POST ${PATH} refused ENOTFOUND`,
    ]);
    expect(outcomes(stack('read ECONNRESET') + call).requests).toEqual([`POST ${PATH} reset ECONNRESET`]);
  });

  it.each([
    ['another host', stack('getaddrinfo ENOTFOUND db.example.com') + call, 'ENOTFOUND'],
    [
      'two errors',
      stack('read ECONNRESET') + stack('connect ETIMEDOUT 203.0.113.9:443') + call,
      'ECONNRESET, ETIMEDOUT',
    ],
    ['two calls', `${stack('read ECONNRESET')}${call}\n${call}`, 'ECONNRESET'],
  ])('has no error that may belong to another request: %s', (_, text, codes) => {
    const { requests, problems } = outcomes(text);
    expect(new Set(requests)).toEqual(new Set([`POST ${PATH} unanswered`]));
    expect(problems).toContain(`ticket.txt: it is not known which request ended with ${codes}`);
  });
});

describe('lines of a message that look like a log', () => {
  it.each([
    ['a sentence', `The docs say that GET ${PATH} returns 200 when it works.`],
    ['a sentence with the result', `When I call POST ${QUEUES} I get 422, see below`],
    ['a trace of curl', `> POST ${PATH} HTTP/1.1`],
    ['a heading', `## POST ${PATH} 200`],
    ['a path without a status', `2026-11-20T10:00:00Z GET ${PATH}`],
    ['a number of bytes', `2026-11-20T10:00:00Z GET ${PATH} took 250 ms`],
  ])('are no requests: %s', (_, line) => {
    expect(read(`${line}\ncurl -X DELETE ${QUEUES}/7\n`).requests).toEqual([`DELETE ${PATH}/7 -`]);
  });

  it('stay in the body of a command', () => {
    const { requests } = read(`curl ${QUEUES} \\\n  -d '{"name":"a"}' \\\n  -H 'x: y'\n{"errors":[]}`);
    expect(requests).toEqual([`POST ${PATH} -`]);
  });
});
