import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importUnpacked, redactionOf } from '../../../src/cases/import/import-unpacked.js';
import { unreadLinesIn } from '../../../src/cases/import/unread-results.js';
import { explain, explanationSheet, importCase } from '../../../src/cases/index.js';
import { type CassetteEntry, openCassette, saveRedacted } from '../../../src/cassette/index.js';
import { Sheet } from '../../../src/show/index.js';

const HOST = 'https://acme.example.com';
const QUEUES = '/api/relay/rest/queues';
const ROOMS = '/api/video/rooms';
const MESSAGE = 'name is too short';

function imported(text: string) {
  const { documents, notes } = importCase([{ name: 'ticket.txt', text }]);
  const requests = (documents as readonly CassetteEntry[]).map(
    ({ request, response, fault, joined }) =>
      `${request.method} ${new URL(request.url).pathname} ${response?.status ?? fault ?? '-'}${joined ? ' joined' : ''}`,
  );
  return { requests, unread: unreadLinesIn(notes), documents: [...documents, ...notes] };
}

const shown = async (text: string) => `${new Sheet(explanationSheet(await explain(imported(text))))}`;

describe('a request and its result in a form that no reader knows', () => {
  it.each([
    ['in one line', `>>> endpoint=${QUEUES}; verb=POST; outcome: status 422`],
    ['in lines of one record', `- target: ${HOST}${QUEUES}\n  verb: POST\n  outcome: http status 422`],
    ['result first', `call failed: 422 Unprocessable Entity\n   verb <POST> to <${HOST}${QUEUES}>`],
    ['in an object', `job {\n  verb: 'POST',\n  at: '${HOST}${QUEUES}',\n  reply: { code: 422 }\n}`],
    ['apart', `ran this: verb POST, ${HOST}${QUEUES}\n\n\nand the console had\n\nstatus code = 422`],
    ['escaped', `{\\"at\\":\\"${HOST}${QUEUES}\\",\\"verb\\":\\"POST\\",\\"status\\":422}`],
    ['as HTML', `&lt;call verb=&quot;POST&quot; at=&quot;${HOST}${QUEUES}&quot; status=&quot;422&quot;/&gt;`],
  ])('is read: %s', (_, text) => {
    const [request, ...others] = imported(text).requests;
    expect(others).toEqual([]);
    expect(request?.replace(' joined', '')).toBe(`POST ${QUEUES} 422`);
  });

  it('is read by the column that has a status in each line', () => {
    const line = (path: string, size: number, status: number) => `7|${size}|POST|${HOST}${path}|${status}|${size}\n`;
    const text = line(QUEUES, 404, 201) + line(ROOMS, 17, 422) + line(QUEUES, 500, 201);
    expect(imported(text).requests).toEqual([`POST ${QUEUES} 201`, `POST ${ROOMS} 422`, `POST ${QUEUES} 201`]);
  });

  it('is read by a mark that only these lines share', () => {
    const text = `req-a41 verb=POST ${QUEUES}\nreq-b77 verb=POST ${ROOMS}\nreq-a41 ended: status 201\nreq-b77 ended: status 422\n`;
    expect(imported(text).requests).toEqual([`POST ${QUEUES} 201`, `POST ${ROOMS} 422`]);
  });

  it('completes a command, whose result is in another form', () => {
    const text = `curl -X POST ${HOST}${QUEUES} -d '{"max_size":5}'\n\nmonitor: [outcome] http_status -> "422"\n`;
    expect(imported(text).requests[0]).toMatch(new RegExp(`^POST ${QUEUES} 422`));
  });
});

describe('the refusal of a request', () => {
  const refusals: readonly (readonly [string, string])[] = [
    ['Python', `{'errors': [{'code': 'invalid_parameter', 'message': '${MESSAGE}', 'attribute': 'name'}]}`],
    ['Ruby', `{"errors"=>[{"code"=>"invalid_parameter", "message"=>"${MESSAGE}", "attribute"=>"name"}]}`],
    ['Go', `map[errors:[map[attribute:name code:invalid_parameter message:${MESSAGE}]]]`],
    ['YAML', `errors:\n  - code: invalid_parameter\n    message: ${MESSAGE}\n    attribute: name`],
    ['settings', `code=invalid_parameter message="${MESSAGE}" attribute=name`],
    ['an address', encodeURIComponent(`{"errors":[{"detail":"${MESSAGE}","status":"422","title":"x","code":"422"}]}`)],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ errors: [{ detail: MESSAGE, status: '422', code: '422' }] }))],
  ];
  it.each(refusals)('is read in the spelling of %s', async (_, refusal) => {
    const found = await explain(imported(`verb=POST at=${HOST}${QUEUES}\nstatus: 422\n${refusal}\n`));
    expect(found.failures.map(({ status, server }) => ({ status, server }))).toEqual([
      { status: 422, server: [MESSAGE] },
    ]);
  });
});

it('gives a request of a reader the refusal that only the signs show, and never as its body', async () => {
  const refusal = `{"errors":[{"type":"validation_error","code":"value_not_unique","message":"${MESSAGE}","attribute":"name"}]}`;
  const text = `12:00:01.100 [error] POST ${HOST}${ROOMS} failed: {:ok, %Response{status_code: 422, body: ${JSON.stringify(refusal)}}}\n`;
  const [entry] = imported(text).documents as readonly CassetteEntry[];
  expect(entry?.request.body).toBeUndefined();
  expect((await explain(imported(text))).failures).toMatchObject([{ status: 422, field: 'name', server: [MESSAGE] }]);
});

it('reads the method above the address of a record', () => {
  const record = (verb: string, path: string, code: number) =>
    `- call:\n    verb: ${verb}\n    at: ${HOST}${path}\n  reply:\n    code: ${code}\n`;
  expect(imported(record('DELETE', `${QUEUES}/q-1`, 404) + record('GET', QUEUES, 200)).requests).toEqual([
    `DELETE ${QUEUES}/q-1 404`,
    `GET ${QUEUES} 200`,
  ]);
});

describe('where two ways are possible', () => {
  const CONCURRENT = `verb=POST at=${HOST}${QUEUES}\nverb=POST at=${HOST}${ROOMS}\noutcome: status 422\n`;

  it('none is read as a fact, and both are named', () => {
    const { requests, unread } = imported(CONCURRENT);
    expect(requests).toEqual([]);
    expect(unread).toMatchObject([
      { place: 'ticket.txt, line 3', near: [`POST ${HOST}${ROOMS}`, `POST ${HOST}${QUEUES}`] },
    ]);
  });

  it('the explanation is incomplete, and does not say that nothing failed', async () => {
    const text = await shown(CONCURRENT);
    expect(text).toContain('Incomplete: 1 line looks like a failure and was not read as a request');
    expect(text).toContain('outcome: status 422');
    expect(text).toContain('possible cause: ');
    expect(text).not.toContain('Nothing failed');
  });

  it('a result apart from its request is at most likely, and the explanation says why', async () => {
    const error = `{"errors":[{"type":"validation_error","code":"invalid_parameter","message":"${MESSAGE}","attribute":"name"}]}`;
    const text = `verb=GET at=${HOST}${ROOMS} status=200\n\nverb=POST at=${HOST}${QUEUES}\n\nlater\n\nstatus: 422\n${error}\n`;
    const { failures } = await explain(imported(text));
    expect(failures).toMatchObject([{ level: 'likely', field: 'name' }]);
    expect(failures[0]?.facts.join()).toContain('apart from the request');
  });
});

describe('what looks like a failure and is none', () => {
  const HEALTHY = `verb=POST at=${HOST}${QUEUES} status=201\n`;
  it.each([
    ['an id, a size and a duration', 'worker id=404 size 500 bytes took 422ms port :502\n'],
    ['words in a message', '{"to":"+12065550100","body":"500 internal server error"}\n'],
    ['an empty list and fields', '{"errors": [], "error_code": null, "failed": 0}\n'],
    ['another service', 'GET https://billing.example/v1/invoices -> 503 Service Unavailable\n'],
    ['a manual', 'If the name is taken, POST /api/relay/rest/queues returns 422.\n'],
    ['a setting', 'retry_on: 429, 503, 504\nconnect_timeout: 30\n'],
    ['a table of routes', 'POST /api/relay/rest/queues/:id -> not_found_404\n'],
    ['another protocol', 'SIP/2.0 401 Unauthorized\n'],
    ['an expected status', 'expected status 404\n'],
  ])('is not reported: %s', (_, line) => {
    expect(imported(HEALTHY + line)).toMatchObject({ requests: [`POST ${QUEUES} 201`], unread: [] });
    expect(imported(line + HEALTHY)).toMatchObject({ requests: [`POST ${QUEUES} 201`], unread: [] });
  });
});

it('quotes a line without a word that it would cut', () => {
  const secret = `PT${'0123456789abcdef'.repeat(3)}`;
  const text = `verb=POST at=${QUEUES}\nverb=GET at=${ROOMS}\n${'word '.repeat(36)}status: 422 ${'x '.repeat(44)}${secret} end\n`;
  const [line] = imported(text).unread;
  expect(line?.text).toContain('status: 422');
  expect(line?.text.includes('PT0123')).toBe(line?.text.includes(secret));
});

it('quotes no secret that the recording does not have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signs-'));
  const token = `PT${'0123456789abcdef'.repeat(3)}`;
  const [basic, mail, card] = [
    Buffer.from(`project:${token}`).toString('base64'),
    'ann@acme.example.org',
    ['4539', '1488', '0343', '6467'].join(' '),
  ];
  const text = `verb=POST at=${HOST}${QUEUES}?token=${token}\nverb=GET at=${HOST}${ROOMS}\nstatus: 422 Authorization: Basic ${basic} user=${mail} card ${card}\n`;
  const found = importUnpacked([{ inputs: [{ name: 'ticket.txt', text }], problems: [] }], { howToKeep: 'name it' });
  const file = join(folder, 'case.yaml');
  saveRedacted(file, found, { isNew: true, ...redactionOf(found, { kept: [], secrets: [] }) });
  const { unread } = await explain(openCassette(file));
  rmSync(folder, { recursive: true });
  const shown = [...unread, ...found.problems].join('\n');
  expect(unread.join()).toContain('status: 422');
  for (const secret of [token, basic, mail, card]) expect(shown).not.toContain(secret);
});
