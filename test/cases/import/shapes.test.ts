import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { jsonExchanges } from '../../../src/cases/import/shapes/read-json-exchanges.js';
import { unpacked } from '../../../src/cases/import/unpack.js';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const SENT = { name: 'a b' };
const RECEIVED = { errors: [{ detail: 'name is invalid', status: '422', title: 'Invalid Attribute', code: '422' }] };

const read = (text: string) =>
  (importCase([{ name: 'ticket.json', text }]).documents as readonly CassetteEntry[]).map(({ request, response }) => [
    `${request.method} ${request.url} ${response?.status}`,
    request.body,
    response?.body,
  ]);

const EXCHANGE = [`POST ${QUEUES} 422`, { json: SENT }, { json: RECEIVED }];
const texts = { request: JSON.stringify(SENT), response: JSON.stringify(RECEIVED) };
const bytes = [...Buffer.from(texts.response)];

/** One exchange in the shapes of several tools. */
const SHAPES: Readonly<Record<string, unknown>> = {
  'a URL in parts, and a body of bytes': {
    executions: [
      {
        request: {
          method: 'POST',
          url: { protocol: 'https', host: ['acme', 'example', 'com'], path: ['api', 'relay', 'rest', 'queues'] },
          body: { mode: 'raw', raw: texts.request },
        },
        response: { code: 422, status: 'Unprocessable', stream: { type: 'Buffer', data: bytes } },
      },
    ],
  },
  'the address beside the request': [
    {
      ...{ method: 'POST', scheme: 'https', host: 'acme.example.com', port: 443, path: '/api/relay/rest/queues' },
      request: { sizes: { body: 9 }, mimeType: 'application/json', body: { text: texts.request, charset: null } },
      response: { status: 422, sizes: { body: 9 }, mimeType: 'application/json', body: { text: texts.response } },
    },
  ],
  'inputs and outputs': {
    value: [{ inputs: { uri: QUEUES, method: 'POST', body: SENT }, outputs: { statusCode: 422, body: RECEIVED } }],
  },
  'the status beside the request': {
    data: [{ json: { statusCode: 422, request: { method: 'POST', uri: QUEUES, body: SENT }, body: RECEIVED } }],
  },
  'one element for each direction': {
    log: [
      { module: 5, type: 'input', bundle: { url: QUEUES, method: 'post', data: texts.request } },
      { module: 5, type: 'output', bundle: { statusCode: 422, data: RECEIVED } },
    ],
  },
};

it.each(Object.entries(SHAPES))('an exchange is read with %s', (_, value) => {
  expect(read(JSON.stringify(value, null, 2))).toEqual([EXCHANGE]);
});

it.each([
  ['without a status', { request: { method: 'POST', url: QUEUES } }],
  ['without a host', { request: { method: 'POST', url: '/x' }, response: { status: 422 } }],
])('an object is left to the readers of logs %s', (_, value) => {
  expect(jsonExchanges.accepts(JSON.stringify({ items: [value] }), 'ticket.json')).toBe(false);
});

it('the text of an HTML mail is read without its tags', () => {
  const mail = `Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<html><body><p>Hi</p><pre style=3D"a">$ curl -i ${QUEUES} -u &quot;p=
:t&quot;
HTTP/2 422

${texts.response.replaceAll('"', '&quot;')}</pre></body></html>`;
  expect(read(mail)).toEqual([[`GET ${QUEUES} 422`, undefined, { json: RECEIVED }]]);
});

it('a request of an archive of Fiddler has the response in the file beside it', () => {
  const archive = zipSync({
    'raw/1_c.txt': strToU8(`POST /api/relay/rest/queues HTTP/1.1\r\nHost: acme.example.com\r\n\r\n${texts.request}`),
    'raw/1_s.txt': strToU8(`HTTP/1.1 422 Unprocessable Entity\r\n\r\n${texts.response}`),
  });
  const { documents, problems } = importCase(unpacked('a.saz', Buffer.from(archive), 2 ** 20).inputs);
  expect(
    (documents as readonly CassetteEntry[]).map(({ request, response }) => [request.body, response?.body]),
  ).toEqual([[{ json: SENT }, { json: RECEIVED }]]);
  expect(problems).toEqual([]);
});
