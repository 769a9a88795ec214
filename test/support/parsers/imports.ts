import { strToU8, zipSync } from 'fflate';
import { unpacked } from '../../../src/cases/import/unpack.js';
import { importCase } from '../../../src/cases/index.js';
import { readServerState } from '../../../src/cli/sandbox/state-file.js';
import { serveControl } from '../../../src/sandbox/control/api/serve-control.js';
import { Simulator } from '../../../src/sandbox/simulator.js';
import { newState, snapshotOf } from '../../../src/sandbox/state/state.js';
import { jsonRecords, type OutsideParser, prose, text } from './parser.js';

const URL_TEXT = 'https://acme.example.com/api/relay/rest/queues';
const entry = (url: string, body: string) => ({
  startedDateTime: '2025-06-02T09:00:00Z',
  time: 1,
  request: {
    method: 'POST',
    url,
    headers: [],
    queryString: [],
    postData: { mimeType: 'application/json', text: body },
  },
  response: { status: 422, headers: [], content: { mimeType: 'application/json', text: body } },
});
const har = (entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
const postman = (urls: readonly string[]) =>
  JSON.stringify({
    info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: urls.map((url) => ({ name: url, request: { method: 'POST', url, body: { mode: 'raw', raw: url } } })),
  });
const notebook = (printed: readonly string[]) =>
  JSON.stringify({
    nbformat: 4,
    cells: printed.map((text) => ({
      cell_type: 'code',
      source: `requests.post("${URL_TEXT}", json={"a": 1})`,
      outputs: [{ text }],
    })),
  });
const insomnia = (urls: readonly string[]) =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: urls.map((url) => ({ _type: 'request', name: url, method: 'POST', url, body: { text: url } })),
  });
const insomniaYaml = (url: string) => `  - url: ${url}\n    name: x\n    method: POST\n    body:\n      text: ${url}\n`;
const exchanges = (urls: readonly unknown[], body: unknown = '{}') =>
  JSON.stringify(urls.map((url) => ({ request: { method: 'POST', url, body }, response: { status: 422, body } })));
const zip = (content: string) => Buffer.from(zipSync({ 'a.log': strToU8(content) }));
const imported = (name: string) => (input: Buffer) => importCase([{ name, text: text(input) }]);

const state = newState(1, '2025-06-02T09:00:00Z');
const simulator = new Simulator(state, () => {}, { start: () => snapshotOf(state), isOutbound: false });

const served = { project: state.project, token: state.token, simulator, checkAccess: () => {} };
const controlled = (path: string, body: Buffer) =>
  serveControl(
    { served, projects: undefined, refusal: () => undefined },
    { method: 'POST', url: `http://127.0.0.1/_patchbay/api${path}`, headers: {}, body },
  );
const snapshot = { version: 1, now: '2025-06-02T09:00:00Z', ids: 1, collections: {} };
const serverState = { patchbay_state: 1, projects: [{ project: 'p', token: 't', snapshot }] };

/** Parsers of what people import, and of requests to the control API. */
export const IMPORT_PARSERS: readonly OutsideParser[] = [
  {
    name: 'signs of requests and results',
    files: [
      'cases/import/signs/account.ts',
      'cases/import/signs/bodies.ts',
      'cases/import/signs/lines-behind.ts',
      'cases/import/signs/read-signs.ts',
      'cases/import/unread-results.ts',
    ],
    ordinary: (bytes) => `endpoint <${URL_TEXT}> (POST)\n  outcome = status 422\n\n${prose(bytes)}`,
    around: [
      (hostile) => `endpoint <${URL_TEXT}> (POST)\n  outcome = status 422 ${hostile}\n`,
      (hostile) => `${hostile}\nendpoint <${URL_TEXT}/${hostile}> (POST)\n  outcome = status 422\n{${hostile}}\n`,
      (hostile) => `endpoint <${URL_TEXT}> (POST)\n{"errors": [{"code": "x_y", "message": ${JSON.stringify(hostile)}\n`,
    ],
    parse: imported('ticket.txt'),
  },
  {
    name: 'HAR',
    files: [
      'cases/import/har/read-har.ts',
      'cases/import/import-case.ts',
      'cases/import/read-input.ts',
      'cases/import/one-request.ts',
    ],
    ordinary: (bytes) => har(Array.from({ length: Math.ceil(bytes / 2200) }, () => entry(URL_TEXT, jsonRecords(800)))),
    around: [
      (hostile) => har([entry(hostile, hostile)]),
      (hostile) => har([entry(`${URL_TEXT}?a=${hostile}`, hostile)]),
      (hostile) => `{"log":{"entries":[${hostile}]}}`,
    ],
    parse: imported('a.har'),
  },
  {
    name: 'curl commands',
    files: [
      'cases/import/curl/read-curl.ts',
      'cases/import/curl/result-below.ts',
      'cases/import/curl/words.ts',
      'cases/import/mixed-text.ts',
    ],
    ordinary: (bytes) => `curl ${URL_TEXT} -d '{"name":"x"}'\n# 200\n`.repeat(Math.ceil(bytes / 80)),
    around: [
      (hostile) => `curl ${URL_TEXT} -d '${hostile}'`,
      (hostile) => `curl ${URL_TEXT}\n${hostile}`,
      (hostile) => `curl $'${hostile}' "${hostile}"`,
      (hostile) => `curl ^"${hostile}^"`,
      (hostile) => `cat <<EOF | curl ${URL_TEXT} -d @-\n${hostile}\nEOF\n`,
      (hostile) => `curl ${URL_TEXT}\n{"errors":[${hostile}]} status ${hostile}\nPOST ${URL_TEXT} 422 ${hostile}`,
      (hostile) => `curl ${URL_TEXT}\n2025 GET ${URL_TEXT} 422\n`.repeat(Math.ceil(hostile.length / 160)),
    ],
    parse: imported('a.txt'),
  },
  {
    name: 'output of curl -v',
    files: ['cases/import/read-verbose.ts'],
    ordinary: (bytes) =>
      `> POST /api/relay/rest/queues HTTP/1.1\n> Host: acme.example.com\n>\n< HTTP/1.1 200 OK\n<\n{"a":1}\n`.repeat(
        Math.ceil(bytes / 100),
      ),
    around: [
      (hostile) => `> POST /x HTTP/1.1\n> ${hostile}: ${hostile}\n>\n< HTTP/1.1 200\n< ${hostile}: x\n<\n${hostile}`,
      (hostile) => `> GET /${hostile} HTTP/1.1\n${hostile}`,
    ],
    parse: imported('a.txt'),
  },
  {
    name: '.http file',
    files: ['cases/import/read-http-file.ts'],
    ordinary: (bytes) => `### x\nPOST ${URL_TEXT}\n\n{"a":1}\n`.repeat(Math.ceil(bytes / 70)),
    around: [
      (hostile) => `@a = ${hostile}\nPOST ${URL_TEXT}?{{a}}\n\n${hostile}`,
      (hostile) => `POST ${URL_TEXT}\n${hostile}\n\nHTTP/1.1 200\n${hostile}`,
    ],
    parse: imported('a.http'),
  },
  {
    name: 'log lines',
    files: ['cases/import/logs/read-log-lines.ts'],
    ordinary: (bytes) => `2025-06-02T09:00:00Z POST ${URL_TEXT} 422 {"errors":[]}\n`.repeat(Math.ceil(bytes / 90)),
    around: [
      (hostile) => `GET /x 200\n2025 POST ${URL_TEXT} ${hostile} {"a":${hostile}}`,
      (hostile) => `GET /${hostile}`,
    ],
    parse: imported('a.log'),
  },
  {
    name: 'notebook with requests',
    files: ['cases/import/text/notebook.ts'],
    ordinary: (bytes) => notebook(Array.from({ length: Math.ceil(bytes / 160) }, () => '422\n')),
    around: [
      (hostile) => notebook([hostile]),
      (hostile) => `{"nbformat":4,"cells":[{"cell_type":"code","source":${hostile},"outputs":${hostile}}]}`,
    ],
    parse: imported('a.ipynb'),
  },
  {
    name: 'JSON log',
    files: [
      ...['cases/import/logs/read-json-log.ts', 'cases/import/logs/record-fields.ts', 'cases/import/draft-request.ts'],
      ...['cases/import/callback-requests.ts', 'cases/import/source-order.ts'],
    ],
    ordinary: (bytes) =>
      `${JSON.stringify({ level: 50, req: { method: 'POST', url: URL_TEXT }, res: { statusCode: 422 } })}\n`.repeat(
        Math.ceil(bytes / 110),
      ),
    around: [
      (hostile) => `{"req":{"method":"POST","url":"${URL_TEXT}","body":${hostile}},"res":{"statusCode":422}}`,
      (hostile) => JSON.stringify({ method: 'POST', url: `${URL_TEXT}?${hostile}`, status: 422, msg: hostile }),
      (hostile) =>
        `{"time":1772611200000,"method":"POST","url":"${URL_TEXT}","status":201,"request":${hostile},"response":{"id":${hostile}}}`,
      (hostile) => JSON.stringify({ message: `GET ${URL_TEXT} 200 ${hostile}`, [hostile]: { request: hostile } }),
    ],
    parse: imported('a.log'),
  },
  {
    name: 'CSV log',
    files: ['cases/import/logs/read-csv-log.ts'],
    ordinary: (bytes) => `time,method,url,status\n${`1,GET,"${URL_TEXT}",200\n`.repeat(Math.ceil(bytes / 60))}`,
    around: [
      (hostile) => `method,url,status,body\nPOST,${URL_TEXT},422,"${hostile}"\n${hostile}`,
      (hostile) => `method,url,${hostile}\nGET,${URL_TEXT},${hostile}`,
    ],
    parse: imported('a.csv'),
  },
  {
    name: 'Postman collection',
    files: ['cases/import/collections/read-postman.ts'],
    ordinary: (bytes) => postman(Array.from({ length: Math.ceil(bytes / 120) }, () => URL_TEXT)),
    around: [
      (hostile) => postman([hostile]),
      (hostile) => `{"info":{"name":"x","schema":"https://schema.getpostman.com/"},"item":[${hostile}]}`,
    ],
    parse: imported('a.json'),
  },
  {
    name: 'Insomnia export',
    files: ['cases/import/collections/read-insomnia.ts', 'cases/import/collections/fill-variables.ts'],
    ordinary: (bytes) => insomnia(Array.from({ length: Math.ceil(bytes / 190) }, () => URL_TEXT)),
    around: [
      (hostile) => insomnia([hostile, `{{ _.${hostile} }}`]),
      (hostile) => `{"_type":"export","__export_format":4,"resources":[${hostile}]}`,
    ],
    parse: imported('a.json'),
  },
  {
    name: 'Insomnia export as YAML',
    files: ['cases/import/collections/read-insomnia.ts'],
    isSlow: true,
    ordinary: (bytes) =>
      `type: collection.insomnia.rest/5.0\ncollection:\n${insomniaYaml(URL_TEXT).repeat(Math.ceil(bytes / 160))}`,
    around: [(hostile) => `type: collection.insomnia.rest/5.0\ncollection:\n${insomniaYaml(hostile)}`],
    parse: imported('a.yaml'),
  },
  {
    name: 'Bruno request',
    files: ['cases/import/collections/read-bruno.ts'],
    ordinary: (bytes) =>
      `post {\n  url: ${URL_TEXT}\n  body: json\n}\nbody:json {\n${'  {"a":1}\n'.repeat(Math.ceil(bytes / 10))}}\n`,
    around: [
      (hostile) => `post {\n  url: ${hostile}\n  body: ${hostile}\n}\nheaders {\n  ${hostile}: ${hostile}\n}\n`,
      (hostile) => `get {\n  url: ${URL_TEXT}\n}\n${hostile}`,
    ],
    parse: imported('a.bru'),
  },
  {
    name: 'JSON exchanges',
    files: ['cases/import/shapes/read-json-exchanges.ts', 'cases/import/shapes/message-shape.ts'],
    ordinary: (bytes) => exchanges(Array.from({ length: Math.ceil(bytes / 160) }, () => URL_TEXT)),
    around: [
      (hostile) => exchanges([hostile]),
      (hostile) => exchanges([URL_TEXT], { a: hostile }),
      (hostile) =>
        exchanges([{ host: [hostile], query: [{ key: 'a', value: hostile }] }], { type: 'Buffer', data: [1, 999] }),
      (hostile) =>
        `http_interactions:\n- request:\n    method: post\n    uri: ${hostile}\n  response:\n    status: ${hostile}\n`,
    ],
    parse: imported('a.json'),
  },
  {
    name: 'archive',
    files: ['cases/import/unpack.ts'],
    ordinary: (bytes) => zip(prose(bytes)),
    parse: (input) => unpacked('a.zip', input, 2 ** 24),
  },
  ...Object.entries({
    fetch: {
      file: 'cases/import/pasted/read-fetch.ts',
      one: `await fetch("${URL_TEXT}", { method: "POST", body: "{}" });\n`,
      around: (hostile: string) => `fetch("${URL_TEXT}", { method: "POST", body: ${hostile} })`,
    },
    PowerShell: {
      file: 'cases/import/pasted/read-powershell.ts',
      one: `Invoke-RestMethod -Method Post -Uri ${URL_TEXT} -Body '{}'\n`,
      around: (hostile: string) => `Invoke-RestMethod -Uri ${URL_TEXT} -Body @{ a = ${hostile} }`,
    },
    'wget and HTTPie': {
      file: 'cases/import/pasted/read-shell-tools.ts',
      one: `http POST ${URL_TEXT} name=night\n`,
      around: (hostile: string) => `http POST ${URL_TEXT} name=${hostile}`,
    },
    'logs of HTTP clients': {
      file: 'cases/import/pasted/read-client-logs.ts',
      one: `I, INFO -- request: POST ${URL_TEXT}\nI, INFO -- response: Status 422\n{"errors":[]}\n`,
      around: (hostile: string) =>
        `I, INFO -- request: POST ${URL_TEXT}\n{${hostile}\nI, INFO -- response: Status 422\n{"a":${hostile}\n`,
    },
    'blocks of HTTP clients': {
      file: 'cases/import/blocks/read-blocks.ts',
      one: `~~~ REQUEST ~~~\nPOST  /api/relay/rest/queues  HTTP/1.1\nHOST : a.example.com\nBODY :\n{}\n~~~ RESPONSE ~~~\nSTATUS : 422\n`,
      around: (hostile: string) =>
        `x: REQUEST: ${URL_TEXT}\nx: METHOD: POST\nx: ${hostile}\nx: {${hostile}\nx: RESPONSE: 422\nx: ${hostile}\n`,
    },
    'lines of blocks': {
      file: 'cases/import/blocks/block-lines.ts',
      one: `---> POST ${URL_TEXT} HTTP/1.1\n<--- HTTP/1.1 422 (1ms)\n{"errors":[]}\n`,
      around: (hostile: string) =>
        `RestClient.post "${URL_TEXT}", "${hostile}"\n# => 422 ${hostile}\n| ${hostile} | ${hostile} |\n${hostile}:\n`,
    },
    JMeter: {
      file: 'cases/import/shapes/read-jmeter.ts',
      one: `<testResults>\n<httpSample rc="422" ts="1"><method>POST</method><java.net.URL>${URL_TEXT}</java.net.URL></httpSample>\n`,
      around: (hostile: string) =>
        `<testResults>\n<httpSample rc="422" ${hostile}><method>POST</method><java.net.URL>${URL_TEXT}</java.net.URL><queryString>${hostile}</queryString></httpSample>`,
    },
    'HTML mail': {
      file: 'cases/import/text/html-mail.ts',
      one: `Content-Type: text/html\n\n<html><pre>curl ${URL_TEXT}</pre><style>a</style>&gt;\n`,
      around: (hostile: string) =>
        `Content-Type: text/html\n\n<html><style>${hostile}<pre>curl ${URL_TEXT}</pre><${hostile}&${hostile};`,
    },
    'names of columns': {
      file: 'cases/import/logs/column-names.ts',
      one: `Zeit;Methode;Adresse;HTTP-Code\n13.02.2026 08:01;GET;${URL_TEXT};200\n`,
      around: (hostile: string) =>
        `Zeit;Methode;Adresse;HTTP-Code;${hostile}\n${hostile};GET;${URL_TEXT};200;${hostile}\n`,
    },
    'output of several programs': {
      file: 'cases/import/text/by-source.ts',
      one: `worker-1  | POST ${URL_TEXT} 422\nweb-1     | ready\n`,
      around: (hostile: string) =>
        `worker-1  | POST ${URL_TEXT}\n${hostile} | 200\nworker-1  | ${hostile}\n${hostile}\n`,
    },
    'lines below a request': {
      file: 'cases/import/logs/lines-below.ts',
      one: `PUT ${URL_TEXT}\n  Parameters: %{"a" => "b"}\nSent 204 in 1ms\n`,
      around: (hostile: string) =>
        `PUT ${URL_TEXT}\n  Parameters: %{"a" => ${hostile}}\nresponse ${hostile} status=422 ${hostile}\n${hostile}\nresponse:\n{${hostile}\n`,
    },
    'parts of a line': {
      file: 'cases/import/logs/line-parts.ts',
      one: `PUT ${URL_TEXT} id=404 -> 200 (422ms) {\\x22a\\x22:1}\n`,
      around: (hostile: string) => `PUT ${URL_TEXT} ${hostile}=404 ${hostile} -> 200 \\x22${hostile}\n`,
    },
    'records of events': {
      file: 'cases/import/logs/records-in.ts',
      one: `<Event a="b"><Data Name="Method">GET</Data><Data Name="Url">${URL_TEXT}</Data><Data Name="StatusCode">200</Data></Event>\n`,
      around: (hostile: string) =>
        `<Event ${hostile}><Data Name="Method">GET</Data><Data Name="Url">${URL_TEXT}</Data><Data Name="${hostile}">${hostile}</Data></Event>`,
    },
    'unread results': {
      file: 'cases/import/unread-results.ts',
      one: `GET ${URL_TEXT}\nstatus: 422\n{"errors":[]}\n`,
      around: (hostile: string) => `GET ${URL_TEXT}\nstatus: 422 ${hostile}\n{"code":${hostile}\n`,
    },
    'debug output of net/http': {
      file: 'cases/import/pasted/read-wire-dump.ts',
      one: '<- "GET /api/relay/rest/queues HTTP/1.1\\r\\nHost: a.example.com\\r\\n\\r\\n"\n-> "HTTP/1.1 200 OK\\r\\n"\n',
      around: (hostile: string) =>
        `<- "GET /x HTTP/1.1\\r\\n${hostile}"\n-> "${hostile}"\n-> "HTTP/1.1 200 OK\\r\\n"\n`,
    },
    'dumps of HTTP messages': {
      file: 'cases/import/pasted/read-raw-messages.ts',
      one: 'GET /api/relay/rest/queues HTTP/1.1\nHost: a.example.com\n\nHTTP/1.1 200 OK\n\n{}\n',
      around: (hostile: string) =>
        `GET /x HTTP/1.1\nHost: ${hostile}\n\n${hostile}\n"HTTP/1.1 200 OK\\r\\n${hostile}"\nHTTP/1.1 200 OK\n\n${hostile}\n`,
    },
    'Python session': {
      file: 'cases/import/pasted/read-python-session.ts',
      one: `>>> r = requests.post("${URL_TEXT}", json={"name": "x"})\n>>> r.status_code\n422\n`,
      around: (hostile: string) => `>>> r = requests.post("${URL_TEXT}", json={'a': ${hostile}})\n{'a': ${hostile}}\n`,
    },
    'Python literal': {
      file: 'cases/import/pasted/python-literal.ts',
      one: `>>> r = requests.post("${URL_TEXT}", data='x')\n{'a': None}\n`,
      around: (hostile: string) => `>>> r = requests.post("${URL_TEXT}")\n[${hostile}]\n{'a': '${hostile}'}\n`,
    },
    'axios dump': {
      file: 'cases/import/pasted/read-error-dumps.ts',
      one: `AxiosError: x\n  config: {\n    method: 'post',\n    url: '${URL_TEXT}'\n  },\n`,
      around: (hostile: string) =>
        `AxiosError: x\n  config: {\n    url: '${URL_TEXT}'\n  },\n  status: 422,\n  data: { a: ${hostile} }\n`,
    },
    'errors in log lines': {
      file: 'cases/import/logs/log-forms.ts',
      one: `[GIN] | 200 | 4ms | 10.0.0.3 | GET "/api/video/rooms"\n`,
      around: (hostile: string) =>
        `[GIN] | 404 | ${hostile} | GET "/api/video/rooms"\nPost "${URL_TEXT}": dial ${hostile}\n${hostile} status 422 for POST ${URL_TEXT}):\n`,
    },
    'text of chats and mail': {
      file: 'cases/import/text/repair-text.ts',
      one: `>> \`\`\`curl ${URL_TEXT}\`\`\`\n`,
      around: (hostile: string) => `>> curl ${URL_TEXT}\n>>> ${hostile}\n  \`\`\`\n  ${hostile}\`\`\`\n`,
    },
    'transcript of a message': {
      file: 'cases/import/pasted/read-transcript.ts',
      one: `We send:\n  POST ${URL_TEXT}\nand get:\n  HTTP/1.1 422 Unprocessable Entity\n\n{"errors":[]}\n`,
      around: (hostile: string) => `We send:\nPOST ${URL_TEXT}\n${hostile}\nHTTP/1.1 422 ${hostile}\n\n${hostile}\n`,
    },
    'error dumps': {
      file: 'cases/import/pasted/read-error-dumps.ts',
      one: `requests.exceptions.HTTPError: 422 Client Error: Unprocessable Entity for url: ${URL_TEXT}\n`,
      around: (hostile: string) => `requests.exceptions.HTTPError: 422 Client Error: ${hostile} for url: ${URL_TEXT}`,
    },
  }).map(
    ([name, { file, one, around }]): OutsideParser => ({
      name,
      files: [file, 'cases/import/json-spans.ts'],
      ordinary: (bytes) => one.repeat(Math.ceil(bytes / one.length)),
      around: [around, (hostile) => `${one}${hostile}`],
      parse: imported('a.txt'),
    }),
  ),
  {
    name: 'request to the control API',
    files: ['sandbox/control/api/serve-control.ts'],
    ordinary: (bytes) => JSON.stringify({ number: '+12065550100', from: prose(bytes) }),
    around: [
      (hostile) => `{"operation":${hostile},"fault":{"status":500}}`,
      (hostile) => JSON.stringify({ operation: hostile, fault: { kind: hostile } }),
    ],
    parse: (body) => controlled('/faults', body),
  },
  {
    name: 'verification in the control API',
    files: ['sandbox/control/verify/verify.ts', 'sandbox/control/verify/pattern.ts'],
    ordinary: (bytes) => JSON.stringify({ expect: [{ message: { text: prose(bytes) } }] }),
    around: [
      (hostile) => `{"expect":[{"request":{"fields":${hostile}}}]}`,
      (hostile) => JSON.stringify({ expect: [{ request: { path: { $matches: hostile }, operation: hostile } }] }),
    ],
    parse: (body) => controlled('/verify', body),
  },
  {
    name: 'state of a server',
    files: ['cli/sandbox/state-file.ts', 'sandbox/state/server-state.ts'],
    ordinary: (bytes) => JSON.stringify({ ...serverState, more: prose(bytes) }),
    around: [
      (hostile) => `{"patchbay_state":1,"projects":[{"project":"p","token":"t","snapshot":${hostile}}]}`,
      (hostile) =>
        JSON.stringify({ patchbay_state: 1, projects: [{ project: hostile, token: hostile, snapshot: {} }] }),
    ],
    parse: readServerState,
  },
];
