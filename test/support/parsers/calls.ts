import { operations } from '../../../src/client/index.js';
import { fieldsIn } from '../../../src/inspector/data/resources/fields-text.js';
import { shownText } from '../../../src/inspector/page/calls/document-lines.js';
import { readCast } from '../../../src/sandbox/cast/read-cast.js';
import { readReplies } from '../../../src/sandbox/cast/replies.js';
import { checkDocument } from '../../../src/sandbox/check/check-document.js';
import { readCxml } from '../../../src/sandbox/engine/cxml/read-cxml.js';
import { compile } from '../../../src/sandbox/engine/document/compile.js';
import { readSwml } from '../../../src/sandbox/engine/document/read-source.js';
import { evaluate, substitute } from '../../../src/sandbox/engine/expression/index.js';
import { readJson } from '../../../src/sandbox/request/read-json.js';
import { createSandbox } from '../../../src/sandbox.js';
import { inJson, jsonRecords, type OutsideParser, prose, text } from './parser.js';

const sandbox = createSandbox();
const { project, token } = sandbox.credentials;
const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
const request = (method: string, path: string, type: string, body?: Buffer) =>
  sandbox.transport.send({
    method,
    url: `https://${sandbox.credentials.host}${path}`,
    headers: { authorization, 'content-type': type },
    ...(body && { body }),
  });

async function readDocument(document: string) {
  const read = await readSwml(document, null);
  return 'source' in read ? compile(read.source) : read;
}

const variables = { call: {}, params: {}, vars: { list: ['a', 'b'] }, envs: {} };
const play = { play: { url: 'https://media.example/hello.mp3' } };
const steps = (bytes: number) => Array.from({ length: Math.ceil(bytes / 55) }, () => play);
const swml = (main: unknown) => JSON.stringify({ version: '1.0.0', sections: { main } });

/** Call documents, and the requests that the sandbox answers. */
export const CALL_PARSERS: readonly OutsideParser[] = [
  {
    name: 'SWML in JSON',
    // What does not begin with a brace is read as YAML.
    isSlow: true,
    files: [
      'sandbox/engine/document/read-source.ts',
      'sandbox/engine/verbs/read-parameters.ts',
      'sandbox/request/read-json.ts',
    ],
    ordinary: (bytes) => swml(steps(bytes)),
    around: [(hostile) => swml([{ play: { url: hostile } }]), (hostile) => swml([{ [hostile]: {} }])],
    parse: (input) => [readDocument(text(input)), readJson(text(input))].at(0),
  },
  {
    name: 'SWML in YAML',
    isSlow: true,
    files: ['sandbox/engine/document/read-source.ts'],
    ordinary: (bytes) => {
      const lines = steps(bytes).map(({ play: { url } }) => `    - play:\n        url: ${url}\n`);
      return `version: 1.0.0\nsections:\n  main:\n${lines.join('')}`;
    },
    around: [
      (hostile) => `version: 1.0.0\nsections:\n  main:\n    - play: ${hostile}\n`,
      (hostile) => `version: 1.0.0\nsections: {main: [${hostile}]}\n`,
    ],
    parse: (input) => readDocument(text(input)),
  },
  {
    name: 'cXML',
    files: ['sandbox/engine/cxml/read-cxml.ts', 'sandbox/engine/cxml/xml-mistake.ts'],
    ordinary: (bytes) => `<Response>${'<Say>Hello, how are you today?</Say>'.repeat(Math.ceil(bytes / 37))}</Response>`,
    around: [
      (hostile) => `<Response><Say>${hostile}</Say></Response>`,
      (hostile) => `<Response><Say voice="${hostile}">a</Say></Response>`,
    ],
    parse: async (input) => {
      const read = await readCxml(text(input), null);
      return 'source' in read ? compile(read.source) : read;
    },
  },
  {
    name: 'call document that is checked',
    isSlow: true,
    files: [
      'sandbox/check/check-document.ts',
      'sandbox/check/json-tree.ts',
      'sandbox/check/source-tree.ts',
      'sandbox/check/references.ts',
    ],
    ordinary: (bytes) => swml(steps(bytes)),
    around: [
      (hostile) =>
        swml([{ play: { url: `\${${hostile}}` } }, { cond: [{ when: hostile }] }, { goto: { label: hostile } }]),
      (hostile) => `sections:\n  main:\n    - switch: { variable: ${hostile} }\n`,
      (hostile) => `<Response><Dial timeout="${hostile}">${hostile}</Dial></Response>`,
    ],
    parse: (input) => checkDocument(text(input)),
  },
  {
    name: 'replies of a folder of documents',
    isSlow: true,
    files: ['sandbox/cast/replies.ts'],
    ordinary: (bytes) =>
      `replies:\n${'  - { url: https://crm.example.com/*, json: { name: Ann } }\n'.repeat(Math.ceil(bytes / 57))}`,
    around: [
      (hostile) => `replies: [{ url: ${JSON.stringify(hostile)} }]`,
      (hostile) => `replies: [{ url: /a, when: { a: ${hostile} } }]`,
    ],
    async parse(input) {
      const replies = await readReplies(text(input), 'replies.yaml', 'https://folder.invalid/');
      return replies.answer({ method: 'GET', url: 'https://crm.example.com/a?b=1', headers: {} });
    },
  },
  {
    name: 'cast of callers',
    isSlow: true,
    files: ['sandbox/cast/read-cast.ts'],
    ordinary: (bytes) =>
      `callers:\n  Ann:\n    document: menu.yaml\n    expect:\n${'      - { hears: Welcome to the shop of Acme }\n'.repeat(Math.ceil(bytes / 47))}`,
    around: [
      (hostile) => `callers: { Ann: { document: ${JSON.stringify(hostile)} } }`,
      (hostile) => `callers: { Ann: { to: "+12065550100", expect: [{ hears: ${hostile} }] } }`,
      (hostile) => `callers: { ${hostile}: { after: ${hostile}, digits: [${hostile}] } }`,
    ],
    parse: (input) => readCast(text(input), 'cast.yaml'),
  },
  {
    name: 'expression of a call document',
    files: ['sandbox/engine/expression/read-expression.ts'],
    ordinary: (bytes) => `'${prose(bytes).replaceAll('\n', ' ')}'.toUpperCase()`,
    around: [(hostile) => `vars.list.map((item) => item.${hostile})`, (hostile) => `/${hostile}/.test(vars.list[0])`],
    parse: (input) => evaluate(text(input), variables),
  },
  {
    name: 'text with placeholders',
    files: ['sandbox/engine/expression/placeholders.ts'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the document
    ordinary: (bytes) => 'Hello %{vars.list[0]}, you are caller ${1 + 1}. '.repeat(Math.ceil(bytes / 47)),
    around: [(hostile) => `\${${hostile}}`, (hostile) => `%{vars.list.map((item) => '${hostile}')}`],
    parse: (input) => substitute({ text: text(input) }, variables),
  },
  {
    name: 'JSON request to the sandbox',
    files: [
      'sandbox/serve/request-fields.ts',
      'sandbox/serve/handle.ts',
      'sandbox/request/read-json.ts',
      'client/match-route.ts',
    ],
    ordinary: (bytes) => JSON.stringify({ name: prose(bytes) }),
    around: [(hostile) => JSON.stringify({ name: hostile })],
    parse: (input) => request('POST', '/api/relay/rest/queues', 'application/json', input),
  },
  {
    name: 'form request to the sandbox',
    files: [
      'sandbox/serve/request-fields.ts',
      'sandbox/outbound/outbound-request.ts',
      'sandbox/subjects/calls/answer.ts',
    ],
    ordinary: (bytes) => `FriendlyName=${encodeURIComponent(prose(bytes / 1.4))}`,
    around: [(hostile) => `FriendlyName=${hostile}`],
    parse: (input) =>
      request('POST', `/api/laml/2010-04-01/Accounts/${project}/Queues`, 'application/x-www-form-urlencoded', input),
  },
  {
    name: 'address of a request to the sandbox',
    files: ['sandbox/respond/pages.ts', 'sandbox/subjects/numbers/compat.ts', 'sandbox/state/client-token.ts'],
    ordinary: (bytes) => encodeURIComponent(prose(bytes / 1.4)),
    parse: (input) =>
      Promise.all([
        request('GET', `/api/relay/rest/queues?filter_name=${encodeURIComponent(text(input))}`, 'text/plain'),
        request('GET', `/api/relay/rest/queues/${encodeURIComponent(text(input))}`, 'text/plain'),
        request(
          'GET',
          `/api/laml/2010-04-01/Accounts/${project}/AvailablePhoneNumbers/US/Local?Contains=${encodeURIComponent(text(input))}`,
          'text/plain',
        ),
      ]),
  },
  {
    name: 'answer of the platform',
    files: ['client/request/send.ts', 'client/errors/failure.ts', 'client/errors/error-body.ts'],
    ordinary: jsonRecords,
    around: [inJson, (hostile) => JSON.stringify({ errors: [{ detail: hostile, message: hostile }] })],
    parse: (input) => readAnswers(input),
  },
  {
    name: 'document on the page',
    files: ['inspector/page/calls/document-lines.ts'],
    ordinary: (bytes) => JSON.stringify({ sections: { main: steps(bytes) } }),
    around: [inJson, (hostile) => `{"sections":{"main":[${hostile}]}}`],
    parse: (input) => shownText(text(input)),
  },
  {
    name: 'fields of a new resource',
    files: ['inspector/data/resources/fields-text.ts'],
    ordinary: jsonRecords,
    around: [inJson, (hostile) => `name: a\ncontents: ${hostile}\n`],
    parse: (input) => fieldsIn(text(input), operations.fabric.swml_scripts.create),
  },
];

/** The client reads the same bytes as a success and as an error. */
async function readAnswers(body: Buffer): Promise<unknown> {
  const { RestClient } = await import('../../../src/client/index.js');
  const answers = [200, 422].map(async (status) => {
    const client = new RestClient({
      project,
      token,
      host: sandbox.credentials.host,
      transport: { send: async () => ({ status, headers: { 'content-type': 'application/json' }, body }) },
    });
    return client.queues.list();
  });
  const [success, failure] = await Promise.allSettled(answers);
  if (success?.status === 'rejected') throw success.reason;
  if (failure?.status === 'rejected') throw failure.reason;
  return success?.value;
}
