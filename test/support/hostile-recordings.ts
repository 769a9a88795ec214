import { type CassetteDocument, type CassetteHeader, toNdjson, type WebhookEntry } from '../../src/cassette/index.js';
import { type Random, seeded } from './random.js';

/** A recording that makes a careless reader slow. It has about the size that it is given. */
export interface HostileRecording {
  readonly name: string;
  make(bytes: number): { readonly header: CassetteHeader; readonly documents: readonly CassetteDocument[] };
}

const HEADER: CassetteHeader = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
const HOST = 'https://example.space.com';
const ACCOUNT = '/api/laml/2010-04-01/Accounts/00000000-0000-4000-8000-000000000001';
const QUEUES = '/api/relay/rest/queues';
const FORM = 'application/x-www-form-urlencoded';
const INVALID = {
  errors: [{ type: 'validation_error', code: 'invalid_parameter', message: 'name', attribute: 'name' }],
};

/** As many pieces as fit. */
const pieces = (bytes: number, piece: (at: number) => string, between = ''): string => {
  const size = piece(1000).length + between.length;
  return Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, (_, at) => piece(at)).join(between);
};

interface Facts {
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly text?: string;
  readonly json?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The sandbox has to answer. */
  readonly isOpen?: boolean;
}

function http(facts: Facts): CassetteDocument {
  const { method = 'POST', path = QUEUES, type, text, json, status = 422, answer = INVALID, headers, isOpen } = facts;
  const body = text === undefined ? (json === undefined ? undefined : { json }) : { text };
  return {
    kind: 'http',
    request: { method, url: `${HOST}${path}`, ...(type !== undefined && { type }), ...(body && { body }) },
    ...(isOpen
      ? { unanswered: true as const }
      : {
          response: {
            status,
            ...(headers && { headers: { ...headers } }),
            body: typeof answer === 'string' ? { text: answer } : { json: answer },
          },
        }),
  };
}

const webhook = (at: number, json: unknown): WebhookEntry => ({
  kind: 'webhook',
  event: 'calling.call.answered',
  request: { method: 'POST', url: `https://hooks.example.com/${at % 50}`, type: 'application/json', body: { json } },
  response: { status: at % 3 === 0 ? 500 : 200 },
});

const one = (name: string, facts: (bytes: number) => Facts): HostileRecording => ({
  name,
  make: (bytes) => ({ header: HEADER, documents: [http(facts(bytes))] }),
});

const many = (name: string, document: (at: number) => CassetteDocument): HostileRecording => ({
  name,
  make(bytes) {
    const size = JSON.stringify(document(1000)).length + 1;
    const length = Math.max(1, Math.floor(bytes / size));
    return { header: HEADER, documents: Array.from({ length }, (_, at) => document(at)) };
  },
});

const id = (at: number) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-0000000000aa`;
const nested = (bytes: number, open: string, close: string): string => {
  const levels = Math.floor(bytes / (open.length + close.length));
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
};
const FORMS: Readonly<Record<string, (at: number) => string>> = {
  'different names': (at) => `Name${at}=${at}`,
  'one name': (at) => `MediaUrl=${at}`,
  'names of a list': (at) => `StatusCallbackEvent[${at}]=a`,
  'names of objects': (at) => `Parameter[a${at}][b]=a`,
  'no names': () => '=',
  'empty pairs': () => '',
  'broken escapes': (at) => `a%C3${at}=%C3`,
  'prototype names': () => '__proto__[a]=1',
};

/** Where the pairs of a form can be: the body of an operation that reads forms, another body, and the query. */
const FORM_PLACES: Readonly<Record<string, (text: string) => Facts>> = {
  'a form of the compatible API': (text) => ({ path: `${ACCOUNT}/Messages`, type: FORM, text }),
  'a form for an operation of JSON': (text) => ({ type: FORM, text }),
  'a form without a response': (text) => ({ path: `${ACCOUNT}/Messages`, type: FORM, text, isOpen: true }),
  'a form of an unknown service': (text) => ({ path: '/x', type: FORM, text }),
  'a query of a list': (text) => ({ method: 'GET', path: `${QUEUES}?${text}` }),
  'a query that succeeded': (text) => ({ method: 'GET', path: `${QUEUES}?${text}`, status: 200, answer: { data: [] } }),
  'a query of a POST': (text) => ({ path: `${QUEUES}?${text}`, json: { name: 'a' } }),
  'a query of the compatible API': (text) => ({ method: 'GET', path: `${ACCOUNT}/Calls?${text}`, status: 400 }),
  'a query of an unknown service': (text) => ({ method: 'GET', path: `/x?${text}`, status: 404 }),
};

const FORM_FAMILIES = Object.entries(FORM_PLACES).flatMap(([place, facts]) =>
  Object.entries(FORMS).map(([names, piece]) => one(`${place}, ${names}`, (bytes) => facts(pieces(bytes, piece, '&')))),
);

const fields = (bytes: number, value: (at: number) => unknown = (at) => at) =>
  JSON.parse(`{${pieces(bytes, (at) => `"name_${at}":${JSON.stringify(value(at))}`, ',')}}`);
const list = (bytes: number, item: (at: number) => unknown) =>
  JSON.parse(`[${pieces(bytes, (at) => JSON.stringify(item(at)), ',')}]`);

const ONE_EXCHANGE: readonly HostileRecording[] = [
  one('a JSON body with many fields', (bytes) => ({ json: fields(bytes) })),
  one('a JSON body with many fields that succeeded', (bytes) => ({ json: fields(bytes), status: 201, answer: {} })),
  one('a JSON body with misspelt fields', (bytes) => ({
    json: JSON.parse(`{${pieces(bytes, (at) => `"nam${at}":1,"Max${at}Size":1`, ',')}}`),
    status: 201,
    answer: { id: id(1) },
  })),
  one('a JSON body with many URLs', (bytes) => ({
    json: JSON.parse(`{${pieces(bytes, (at) => `"a${at}_url":"http://10.0.0.1/${at}"`, ',')}}`),
    status: 201,
    answer: {},
  })),
  one('a JSON body without a response', (bytes) => ({ json: fields(bytes), isOpen: true })),
  one('a JSON body with many ids', (bytes) => ({ json: fields(bytes, id) })),
  one('a deep JSON body', (bytes) => ({ type: 'application/json', text: nested(bytes, '{"a":', '}') })),
  one('a deep list as a body', (bytes) => ({ type: 'application/json', text: nested(bytes, '[', ']') })),
  one('a long string', (bytes) => ({ json: { name: 'a'.repeat(bytes) } })),
  one('a long string of spaces', (bytes) => ({ json: { name: ' '.repeat(bytes) } })),
  one('a long string of quotes', (bytes) => ({ json: { name: `'"\`\${`.repeat(bytes / 8) } })),
  one('a long string of line ends', (bytes) => ({ json: { name: '\n'.repeat(bytes / 2) } })),
  one('a body that is not JSON', (bytes) => ({ type: 'application/json', text: '{"a":1,'.repeat(bytes / 7) })),
  one('a long name of a field', (bytes) => ({ json: { ['a'.repeat(bytes)]: 1 } })),
  one('a long name of words', (bytes) => ({ json: { ['aB1'.repeat(bytes / 3)]: 1 }, status: 201, answer: {} })),
  one('a long path', (bytes) => ({ method: 'GET', path: `${QUEUES}/${'a/'.repeat(bytes / 2)}`, status: 404 })),
  one('a long segment of a path', (bytes) => ({ method: 'GET', path: `${QUEUES}/${'a'.repeat(bytes)}`, status: 404 })),
  one('escapes in a path', (bytes) => ({ method: 'GET', path: `${QUEUES}/${'%2F'.repeat(bytes / 3)}`, status: 404 })),
  one('a document of a call', (bytes) => ({
    method: 'POST',
    path: '/api/fabric/resources/swml_scripts',
    json: { name: 'a', contents: `{"sections":{"main":[${'"answer",'.repeat(bytes / 10)}"hangup"]}}` },
    status: 201,
    answer: { id: id(1) },
  })),
  one('a document of XML', (bytes) => ({
    path: '/api/fabric/resources/cxml_scripts',
    json: { name: 'a', contents: `<Response>${'<Say>a</Say>'.repeat(bytes / 12)}</Response>` },
    status: 201,
    answer: { id: id(1) },
  })),
  one('a dial of many numbers', (bytes) => ({
    path: '/api/calling/calls',
    json: {
      command: 'dial',
      params: { from: '+15550000000', to: list(bytes, (at) => `+1555${at}`), url: 'https://a.b' },
    },
    status: 422,
  })),
  one('an answer with many errors', (bytes) => ({
    json: { name: 'a' },
    answer: { errors: list(bytes, (at) => ({ code: `c${at}`, message: `m ${at} name`, attribute: `a${at}` })) },
  })),
  one('an answer with many words', (bytes) => ({
    json: { name: 'a' },
    answer: { message: 'word '.repeat(bytes / 5) },
  })),
  one('an answer with many resources', (bytes) => ({
    method: 'GET',
    status: 200,
    answer: { data: list(bytes, (at) => ({ id: id(at), name: `n${at}` })) },
  })),
  one('an answer with many numbers', (bytes) => ({
    method: 'GET',
    path: '/api/relay/rest/phone_numbers',
    status: 200,
    answer: {
      data: list(bytes, (at) => ({ id: id(at), number: `+1206${5_552_000 + at}`, call_handler: 'laml_webhooks' })),
    },
  })),
  one('an answer with many links', (bytes) => ({
    method: 'GET',
    status: 200,
    answer: { links: list(bytes, (at) => `${HOST}${QUEUES}?page_token=PA${at}abcdef&a=${at}`) },
  })),
  one('an answer with one long link', (bytes) => ({
    method: 'GET',
    status: 200,
    answer: { links: { next: `${HOST}${QUEUES}?${pieces(bytes, (at) => `token${at}=abcdef${at}`, '&')}` } },
  })),
  one('a deep answer', (bytes) => ({ json: { name: 'a' }, answer: nested(bytes, '{"a":', '}') })),
  one('a long answer of text', (bytes) => ({ json: { name: 'a' }, answer: 'The name is wrong. '.repeat(bytes / 19) })),
  one('a long page as an answer', (bytes) => ({ json: { name: 'a' }, answer: '<p><b>Error</b>'.repeat(bytes / 15) })),
  one('many headers', (bytes) => ({
    json: { name: 'a' },
    headers: JSON.parse(`{${pieces(bytes, (at) => `"x-h${at}":"a"`, ',')}}`),
  })),
];

const MANY_EXCHANGES: readonly HostileRecording[] = [
  many('the same failure', () => http({ json: { name: 'a' } })),
  many('different failures', (at) =>
    http({ json: { name: `a${at}` }, answer: { errors: [{ message: `bad ${at}` }] } }),
  ),
  many('failures at different paths', (at) => http({ method: 'GET', path: `${QUEUES}/${id(at)}`, status: 404 })),
  many('failures of unknown services', (at) => http({ path: `/${at}/x`, status: 401, answer: { error: 'api key' } })),
  many('requests without a response', (at) => http({ json: { name: `q${at}` }, isOpen: true })),
  many('lists that succeeded', () => http({ method: 'GET', status: 200, answer: { data: [] } })),
  many('creations', (at) => http({ json: { name: `q${at}` }, status: 201, answer: { id: id(at), name: `q${at}` } })),
  many('creations that use each other', (at) =>
    http({
      path: at === 0 ? QUEUES : `${QUEUES}/${id(at - 1)}`,
      method: at === 0 ? 'POST' : 'PUT',
      json: { name: id(at - 1) },
      status: 200,
      answer: { id: id(at), name: `q${at}` },
    }),
  ),
  many('updates of one resource', (at) =>
    http({
      method: 'PUT',
      path: `${QUEUES}/${id(1)}`,
      json: { name: `q${at % 7}`, max_size: at },
      status: 200,
      answer: { id: id(1), name: `q${at % 5}` },
    }),
  ),
  many('deletions', (at) =>
    http({ method: 'DELETE', path: `${QUEUES}/${id(at % 100)}`, status: at % 2 ? 404 : 204, answer: '' }),
  ),
  many('webhooks that failed', (at) => webhook(at, { call: { call_id: id(at % 40), direction: 'inbound' } })),
  many('creations and webhooks', (at) =>
    at % 2
      ? webhook(at, { call: { call_id: id(at) } })
      : http({
          json: { name: 'a', status_url: `https://hooks.example.com/${at % 50}` },
          status: 201,
          answer: { id: id(at) },
        }),
  ),
  many('orphan webhooks', (at) =>
    http({
      path: '/api/fabric/resources/swml_webhooks',
      json: { primary_request_url: `https://example.com/${at}` },
      status: 201,
      answer: { id: id(at) },
    }),
  ),
  many('bindings', (at) =>
    http({
      method: 'PUT',
      path: `/api/relay/rest/phone_numbers/${id(at)}`,
      json: { call_handler: 'laml_webhooks', call_request_url: `https://example.com/${at}.json` },
      status: 200,
      answer: { id: id(at), number: `+1206${5_552_000 + at}`, call_handler: 'laml_webhooks' },
    }),
  ),
  many('phone routes', (at) =>
    http({ path: `/api/fabric/resources/${id(at)}/phone_routes`, json: { phone_route_id: id(at + 1) }, status: 422 }),
  ),
  many('dials', (at) =>
    http({
      path: '/api/calling/calls',
      json: { command: 'dial', params: { from: '+12065550100', to: '+12065550101', url: `https://example.com/${at}` } },
      status: 200,
      answer: { id: id(at), status: 'queued' },
    }),
  ),
  many('commands to calls', (at) =>
    http({ path: '/api/calling/calls', json: { command: 'calling.end', id: id(at), params: {} }, status: 404 }),
  ),
  many('messages', (at) =>
    http({
      path: `${ACCOUNT}/Messages`,
      type: FORM,
      text: `From=%2B12065550100&To=%2B12065550101&Body=${at}`,
      status: 201,
      answer: { sid: id(at) },
    }),
  ),
  many('messages that failed', (at) =>
    http({
      path: `${ACCOUNT}/Messages`,
      type: FORM,
      text: `From=%2B12065550100&To=${at}`,
      status: 400,
      answer: { code: 21211, message: `bad ${at}` },
    }),
  ),
  many('redirects', (at) =>
    http({ method: 'GET', path: `${QUEUES}/${at}`, status: 302, headers: { location: `/${at}` } }),
  ),
  many('inputs', (at) => ({ kind: 'input', text: `const q${at} = await platform.queues.create({ name: 'q${at}' })` })),
  many('outputs', (at) => ({ kind: 'output', text: `line ${at}` })),
  many('notes', (at) => ({ kind: 'note', text: `note ${at}` })),
];

/** Inputs of a session between their requests. */
const SESSION: readonly HostileRecording[] = [
  {
    name: 'a long input',
    make: (bytes) => ({
      header: HEADER,
      documents: [
        { kind: 'input', text: pieces(bytes, (at) => `const a${at} = 1;`, '\n') },
        http({ json: { name: 'a' } }),
      ],
    }),
  },
  {
    name: 'a deep input',
    make: (bytes) => ({
      header: HEADER,
      documents: [{ kind: 'input', text: '('.repeat(bytes) }, http({ json: { name: 'a' } })],
    }),
  },
  many('inputs and requests', (at) =>
    at % 2
      ? http({ json: { name: `q${at}` } })
      : { kind: 'input', text: `await platform.queues.create({ name: 'q${at}' })` },
  ),
];

/** The same small set of shapes for all that reads a recording. */
export const HOSTILE_RECORDINGS: readonly HostileRecording[] = [
  ...FORM_FAMILIES,
  ...ONE_EXCHANGE,
  ...MANY_EXCHANGES,
  ...SESSION,
];
