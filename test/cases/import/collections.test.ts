import { describe, expect, it } from 'vitest';
import { importCase } from '../../../src/cases/index.js';
import type { CassetteEntry } from '../../../src/cassette/index.js';

const API = '/api/relay/rest';
const read = (text: string, name: string) => {
  const { documents, problems, credentials, formats } = importCase([{ name, text }]);
  const requests = documents.map((one) => {
    const { op, request } = one as CassetteEntry;
    const { text, json } = { text: '', json: undefined, ...request.body };
    const body = json ?? (text.startsWith('{') ? JSON.parse(text) : [...new URLSearchParams(text)]);
    return { op, method: request.method, url: request.url, ...(request.body && { body }) };
  });
  return { requests, problems, credentials, formats };
};

const TOKEN = 'PT0123456789abcdef0123456789abcdef01234567';
const QUEUE = {
  op: 'queues.create',
  method: 'POST',
  url: `https://acme.example.com${API}/queues`,
  body: { name: 'Support', max_size: 5 },
};

describe('an Insomnia export', () => {
  const version4 = (...resources: object[]) =>
    JSON.stringify({ _type: 'export', __export_format: 4, __export_source: 'insomnia.desktop.app:v10', resources });
  const base = { _type: 'environment', name: 'Base', data: { api: { host: 'https://acme.example.com' } } };
  const request = {
    _type: 'request',
    name: 'Create a queue',
    method: 'POST',
    url: `{{ _.api.host }}${API}/queues`,
    body: { mimeType: 'application/json', text: '{"name":"Support","max_size":5}' },
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    authentication: { type: 'basic', username: 'project', password: TOKEN },
  };

  it('of version 4 is read with its environment, without its credentials', () => {
    const { requests, problems, credentials, formats } = read(version4(base, request), 'insomnia.json');
    expect(formats).toEqual(['an Insomnia export']);
    expect(requests).toEqual([QUEUE]);
    expect([problems, credentials]).toEqual([[], [TOKEN]]);
  });

  it('of version 5 is read with its folders', () => {
    const text = `type: collection.insomnia.rest/5.0
name: Tickets
collection:
  - name: Queues
    children:
      - url: "{{ _.base }}${API}/queues"
        name: List
        method: GET
        parameters:
          - name: page_size
            value: "20"
          - name: filter_name
            value: old
            disabled: true
      - url: "{{ _.base }}/api/laml/2010-04-01/Accounts/p/Messages"
        name: Send
        method: POST
        body:
          mimeType: application/x-www-form-urlencoded
          params:
            - name: To
              value: "+12065550199"
environments:
  name: Base
  data:
    base: https://acme.example.com
`;
    const { requests, problems } = read(text, 'tickets.yaml');
    expect(problems).toEqual([]);
    expect(requests.map(({ op }) => op)).toEqual(['queues.list', 'compat.messages.create']);
    expect(requests[0]?.url).toBe(`https://acme.example.com${API}/queues?page_size=20`);
    expect(requests[1]?.body).toEqual([['To', '+12065550199']]);
  });

  it('reports what it does not know', () => {
    const { problems } = read(
      version4(
        base,
        { _type: 'environment', name: 'Staging', data: { api: { host: 'https://staging.example.com' } } },
        { ...request, name: 'Tag', url: `{{ _.api.host }}${API}/queues/{% response 'body', 'req_1', '$.id' %}` },
        { _type: 'grpc_request', name: 'Route guide', url: 'grpc://acme.example.com' },
      ),
      'a.json',
    );
    expect(problems).toEqual([
      'a.json: variables have the values of the base environment, not of 1 other',
      'a.json, Route guide is a grpc request, which was not read',
      expect.stringMatching(/^a\.json, Tag: Insomnia replaces a \{% … %\} tag/),
      expect.stringMatching(/^a\.json, Tag: POST .* is not a known operation/),
    ]);
  });

  it('does not expand aliases', () => {
    const bomb = `type: collection.insomnia.rest/5.0\na: &a [x, x]\nb: &b [*a, *a]\ncollection: [*b, *b]\n`;
    expect(read(bomb, 'bomb.yaml')).toMatchObject({ requests: [], problems: ['bomb.yaml has an unknown form'] });
  });
});

describe('a Bruno request', () => {
  const bru = (body: string, more = '') => `meta {
  name: Create a queue
  type: http
  seq: 1
}

post {
  url: {{base}}${API}/queues
  ${body}
  auth: basic
}

auth:basic {
  username: project
  password: ${TOKEN}
}

vars:pre-request {
  base: https://acme.example.com
  ~base: https://old.example.com
}
${more}`;

  it('is read with its variables and body, without its credentials', () => {
    const text = bru('body: json', 'body:json {\n  {\n    "name": "Support",\n    "max_size": 5\n  }\n}\n');
    const { requests, problems, credentials, formats } = read(text, 'create.bru');
    expect(formats).toEqual(['a Bruno request']);
    expect(requests).toEqual([QUEUE]);
    expect([problems, credentials]).toEqual([[], [TOKEN]]);
  });

  it('has the parameters of the path and of a form', () => {
    const text = `put {
  url: https://acme.example.com${API}/queues/:id
  body: formUrlEncoded
}

params:path {
  id: a b
}

body:form-urlencoded {
  name: '''
    Two
    lines
  '''
  ~max_size: 5
  "with: colon": x
}
`;
    expect(read(text, 'change.bru').requests).toMatchObject([
      { op: 'queues.update', url: `https://acme.example.com${API}/queues/a%20b` },
    ]);
    expect(read(text, 'change.bru').requests[0]?.body).toEqual([
      ['name', 'Two\nlines'],
      ['with: colon', 'x'],
    ]);
  });

  it('reports what Bruno does and an import does not', () => {
    const more = 'script:pre-request {\n  bru.setVar("a", 1);\n}\n\nstray\nbody:graphql {\n  query { x }\n';
    expect(read(bru('body: graphql', more), 'a.bru').problems).toEqual([
      'a.bru, line 26 is in no block, and was not read',
      'a.bru: the block body:graphql has no end',
      'a.bru: a body of the kind graphql was not read',
      'a.bru: the script that Bruno runs before the request was not run',
    ]);
    expect(read('vars {\n  base: https://acme.example.com\n}\n', 'environments/dev.bru').problems).toEqual([
      'environments/dev.bru is an environment, not a request',
    ]);
  });
});
