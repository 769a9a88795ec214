import { describe, expect, it } from 'vitest';
import { unreadNotes } from '../../../src/cases/import/unread-results.js';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const ERROR = '{"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}';

function read(text: string) {
  const { documents, problems } = importCase([{ name: 'ticket.txt', text }]);
  const requests = (documents as readonly CassetteEntry[]).map(({ request, response }) => ({
    line: `${request.method} ${request.url} ${response?.status ?? 'unanswered'}`,
    sent: request.body && 'json' in request.body ? request.body.json : request.body,
    received: response?.body && 'json' in response.body ? response.body.json : undefined,
  }));
  return { requests, problems };
}

/** One exchange in the marks of several clients. */
const DIALECTS: Readonly<Record<string, string>> = {
  'arrows behind the words of a logger': `10:00 DEBUG [Api#create] ---> POST ${QUEUES} HTTP/1.1
10:00 DEBUG [Api#create] Content-Type: application/json
10:00 DEBUG [Api#create]
10:00 DEBUG [Api#create] {"name":"a b"}
10:00 DEBUG [Api#create] ---> END HTTP (14-byte body)
10:00 WARN [Other] {"name":"of another program"}
10:00 DEBUG [Api#create] <--- HTTP/1.1 422 (9ms)
10:00 DEBUG [Api#create]
10:00 DEBUG [Api#create] ${ERROR}`,
  'headings and labels': `~~~ REQUEST ~~~
POST  /api/relay/rest/queues  HTTP/1.1
HOST   : acme.example.com
BODY   :
{"name":"a b"}
~~~ RESPONSE ~~~
STATUS       : 422 Unprocessable Entity
BODY         :
${ERROR}`,
  'labels alone': `I App: REQUEST: ${QUEUES}
I App: METHOD: HttpMethod(value=POST)
I App: BODY START
I App: {"name":"a b"}
I App: BODY END
I App: RESPONSE: 422 Unprocessable Entity
I App: FROM: ${QUEUES}
I App: BODY START
I App: ${ERROR}
I App: BODY END`,
  'marks of each line': `-> POST /api/relay/rest/queues HTTP/1.1
-> Host: acme.example.com
->
>> {"name":"a b"}
<- HTTP/2 422
<-
<< ${ERROR}`,
  'a call and a comment': `RestClient.post "${QUEUES}", "{\\"name\\":\\"a b\\"}", "Accept"=>"application/json"
# => 422 UnprocessableEntity | application/json 90 bytes, 0.41s
${ERROR}`,
  'lines of a person': `14:02:55  POST ${QUEUES}
          {"name":"a b"}
          422
          ${ERROR}`,
};

describe('a block of an HTTP client', () => {
  it.each(Object.entries(DIALECTS))('with %s is one exchange', (_, text) => {
    expect(read(text).requests).toEqual([
      { line: `POST ${QUEUES} 422`, sent: { name: 'a b' }, received: JSON.parse(ERROR) },
    ]);
  });

  it.each(Object.entries(DIALECTS))('with %s has no words of a person in its bodies', (_, text) => {
    const { requests, problems } = read(`${text}\n\nIt fails since Monday.\n`);
    expect(requests.map(({ received }) => received)).toEqual([JSON.parse(ERROR)]);
    expect(problems.join()).toMatch(/\d+ lines? without a request, ignored/);
  });

  it('has no body if its end is not known', () => {
    const { requests, problems } = read(`-> POST /api/relay/rest/queues HTTP/1.1
-> Host: acme.example.com
->
{name: a b, max_size: 4}
<- HTTP/2 422`);
    expect(requests.map(({ sent }) => sent)).toEqual([undefined]);
    expect(problems).toContain('ticket.txt, line 1: a body that is not JSON or a form was not read');
  });
});

describe('the body of a dump', () => {
  it('ends before the lines that a logger prints below it', () => {
    const head = 'Host: acme.example.com\nContent-Type: application/json';
    const text = `POST /api/relay/rest/queues HTTP/1.1\n${head}\n\n{"name":"a b"}\n  group= iter=0\nINFO Response:\nHTTP/2.0 422 Unprocessable Entity\n\n${ERROR}\n  group= iter=0\n`;
    const { requests, problems } = read(text);
    expect(requests).toEqual([{ line: `POST ${QUEUES} 422`, sent: { name: 'a b' }, received: JSON.parse(ERROR) }]);
    expect(problems.join()).toContain('3 lines below the response ignored');
  });

  it('ends before a response on the same line', () => {
    const text = `POST /api/relay/rest/queues HTTP/1.1\nHost: acme.example.com\n\n{"name":"a b"}HTTP/1.1 422 Unprocessable Entity\n\n${ERROR}\n`;
    expect(read(text).requests).toMatchObject([{ line: `POST ${QUEUES} 422`, sent: { name: 'a b' } }]);
  });
});

describe('lines that look like a result', () => {
  const notesOf = (text: string) => unreadNotes(importCase([{ name: 'ticket.txt', text }]).notes);

  it.each([
    ['a status', `POST ${QUEUES}\nGET ${QUEUES}\nSTATUS CODE ---\nstatus = 503\n`, 4],
    ['a refusal', `POST ${QUEUES}\nGET ${QUEUES}\n\nwe had ${ERROR.replace(/}$/, '')}\n`, 4],
  ])('are counted if no response has them: %s', (_, text, line) => {
    expect(notesOf(text)).toEqual([
      `1 line looks like a failure and was not read as a request, first ticket.txt, line ${line}`,
    ]);
  });

  it.each([
    ['of a response', `POST ${QUEUES} 422 ${ERROR}\n`],
    ['in an id or a duration', `GET ${QUEUES}/404 200\ntook 500 ms, id=422\n`],
  ])('are not counted if they are parts %s', (_, text) => {
    expect(notesOf(text)).toEqual([]);
  });
});

describe('a table of requests', () => {
  it.each([
    ['German columns', `Zeitpunkt;Methode;Adresse;HTTP-Code\n13.02.2026 08:01:10;GET;${QUEUES};422\n`],
    [
      'the method and the path in one column',
      `time,name,data,resultCode\n1,"GET /api/relay/rest/queues",${QUEUES},422\n`,
    ],
    [
      'a record in a column',
      `@timestamp,@message\n1,"{""http"":{""method"":""GET"",""url"":""${QUEUES}"",""status"":422}}"\n`,
    ],
  ])('is read with %s', (_, text) => {
    expect(read(text).requests.map(({ line }) => line)).toEqual([`GET ${QUEUES} 422`]);
  });

  it('is not what a mail with commas is', () => {
    const text = `From: "Lee, Ann" <ann@acme.example>\n\nPOST ${QUEUES}\n\nHTTP/1.1 422 Unprocessable Entity\n\n${ERROR}\n`;
    expect(read(text).requests).toMatchObject([{ line: `POST ${QUEUES} 422` }]);
  });
});
