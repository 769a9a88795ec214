import { describe, expect, it } from 'vitest';
import { importCase } from '../../../src/cases/index.js';
import { type CassetteEntry, textOf } from '../../../src/cassette/index.js';

const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const CREATED = '{"id":"aaaa1111","friendly_name":"a"}';
const RESPONSE = `HTTP/1.1 201 Created\ncontent-type: application/json\n\n${CREATED}`;
const WORDS = 'Thanks, Wilhelmina Ostrander (the code of the door is 4471)';

const read = (text: string, name = 'ticket.txt') => {
  const { documents, problems } = importCase([{ name, text }]);
  const requests = (documents as readonly CassetteEntry[]).map(
    ({ request: { method, body }, response }) =>
      `${method} ${textOf(body)} ${response?.status ?? '-'} ${textOf(response?.body)}`,
  );
  return { requests, problems };
};

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');
const quoted = (text: string) => text.replace(/^/gm, '> ');

const CURL = `curl -i ${QUEUES} --json '{"name":"a"}'`;
const HEAD = `POST ${QUEUES} HTTP/1.1\nContent-Type: application/json\n\n{"name":"a"}\n`;
const MATERIALS: readonly (readonly [name: string, text: string])[] = [
  ['a command', `${CURL}\n${RESPONSE}`],
  ['a command in an indented block', indented(`${CURL}\n${RESPONSE}`)],
  ['a command in a quotation', quoted(`${CURL}\n${RESPONSE}`)],
  ['a message', `${HEAD}\n${RESPONSE}`],
  ['a message in an indented block', indented(`${HEAD}\n${RESPONSE}`)],
  ['a message in a quotation', quoted(`${HEAD}\n${RESPONSE}`)],
  ['a message in a quotation of a quotation', quoted(quoted(`${HEAD}\n${RESPONSE}`))],
  ['a file of an editor', `### create\n${HEAD}\n${RESPONSE}`],
  [
    'the output of curl -v',
    `> POST /api/relay/rest/queues HTTP/1.1\n> Host: acme.example.com\n>\n{"name":"a"}\n${RESPONSE.replace(/^(?!\{)/gm, '< ')}`,
  ],
  ['a header whose hyphen an editor changed', `${CURL.replaceAll("'", '’')}\n${RESPONSE.replace('t-t', 't–t')}`],
];

describe('the response below a request', () => {
  it.each(MATERIALS)('ends before the words of a person: %s', (_, text) => {
    const { requests, problems } = read(`${text}\n\n${WORDS}\n`);
    expect(requests).toEqual([`POST {"name":"a"} 201 ${CREATED}`]);
    expect(problems.join('\n')).toMatch(/\d+ lines? .*ignored/);
  });

  it.each([
    ['204', 'HTTP/1.1 204 No Content'],
    ['304', 'HTTP/1.1 304 Not Modified'],
    ['an empty body', 'HTTP/1.1 200 OK\ncontent-length: 0'],
    ['the status that curl -w prints', '404'],
  ])('has no body with %s', (_, head) => {
    const { requests, problems } = read(`curl -X DELETE ${QUEUES}/1\n${head}\n\n${WORDS}\n`);
    expect(requests).toEqual([`DELETE  ${/\d{3}/.exec(head.replace('1.1', ''))} `]);
    expect(problems).toEqual(['ticket.txt: 1 line without a request, ignored']);
  });

  it('keeps a text that is not JSON', () => {
    expect(read(`${CURL}\nHTTP/1.1 502 Bad Gateway\ncontent-type: text/plain\n\nupstream is down\n`).requests).toEqual([
      'POST {"name":"a"} 502 upstream is down',
    ]);
  });
});

describe('the prompt of a shell before a command', () => {
  it.each([
    '$ ',
    '+ ',
    '++ ',
    'ann@host:~/work$ ',
    '[ann@host work]# ',
    'ann@MacBook ~ % ',
    '(env) $ ',
    '❯ ',
    'PS C:\\> ',
  ])('ends the response above it: %s', (prompt) => {
    const first = `${prompt}curl -s -o /dev/null -w '%{http_code}' -X DELETE ${QUEUES}/1 || true\n404\n`;
    expect(read(`${first}${prompt}${CURL}\n${RESPONSE}\n`).requests).toEqual([
      'DELETE  404 ',
      `POST {"name":"a"} 201 ${CREATED}`,
    ]);
  });
});
