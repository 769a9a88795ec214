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
    // Another space.
    expect(read(`curl -X DELETE ${QUEUES}/7\nDELETE https://other.example.com${PATH}/7 404`).requests).toEqual([
      `DELETE ${PATH}/7 -`,
      `DELETE ${PATH}/7 404`,
    ]);
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
