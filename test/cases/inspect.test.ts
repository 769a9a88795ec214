import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inputLines } from '../../src/bench/index.js';
import { inspect, inspectionLines } from '../../src/cases/index.js';
import { codeUsed } from '../../src/cases/inspect/code-used.js';
import { type CassetteDocument, type CassetteHeader, openParts } from '../../src/cassette/index.js';
import { inspectFile } from '../../src/cli/cassette/inspect.js';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const URL_OF_QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const request = (over: Partial<{ method: string; url: string; op: string; body: unknown; headers: object }> = {}) => {
  const { method = 'GET', url = URL_OF_QUEUES, op, body = { json: {} }, headers } = over;
  const response = { status: 200, ...(headers && { headers }), body };
  return { kind: 'http', ...(op && { op }), request: { method, url }, response } as CassetteDocument;
};
const input = (source: string) => ({ kind: 'input', source }) as CassetteDocument;

const inspected = (documents: readonly CassetteDocument[], header?: CassetteHeader) =>
  inspect(
    documents.map((document, index) => ({ document, place: `entry ${index + 1}` })),
    { header, nowMs: Date.parse('2026-01-01') },
  );
const kinds = (documents: readonly CassetteDocument[], header?: CassetteHeader) =>
  inspected(documents, header).unusual.map(({ kind }) => kind);

let files = 0;
const options = { columns: 80, env: {} };
function file(lines: readonly (string | object)[], ending = 'ndjson'): string {
  const path = join(folder, `${files++}.${ending}`);
  writeFileSync(path, lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''));
  return path;
}

describe('an inspection', () => {
  it('counts hosts, methods, operations, webhooks, links and code', () => {
    const id = '80aa0366-e9d9-4092-a1b5-1b65948f9ab6';
    const webhook = { ...request({ method: 'POST', url: 'http://127.0.0.1:3000/voice' }), kind: 'webhook' };
    expect(
      inspected([
        input("import { readFile } from 'node:fs/promises'\nprocess.env.HOME"),
        request({ method: 'POST', body: { json: { id } } }),
        request({ url: `${URL_OF_QUEUES}/${id}` }),
        request({ url: 'https://evil.example.net/x' }),
        { ...webhook, event: 'call document' } as CassetteDocument,
        input('1'),
      ]),
    ).toEqual({
      requests: 3,
      hosts: [
        { name: 'acme.example.com', count: 2, kind: 'platform' },
        { name: 'evil.example.net', count: 1, kind: 'other' },
      ],
      methods: [
        { name: 'GET', count: 2 },
        { name: 'POST', count: 1 },
      ],
      operations: [
        { name: 'queues.create', count: 1 },
        { name: 'queues.get', count: 1 },
        { name: '(none)', count: 1 },
      ],
      webhooks: [{ name: 'call document to 127.0.0.1:3000', count: 1 }],
      code: {
        inputs: 2,
        characters: 61,
        firstLine: "import { readFile } from 'node:fs/promises'",
        imports: ['node:fs/promises'],
        names: ['process'],
        isPartial: false,
      },
      links: 1,
      hasAllLinks: true,
      unusual: [
        {
          kind: 'requests to hosts that are not the platform',
          count: 1,
          first: 'entry 4',
          detail: 'evil.example.net',
        },
      ],
    });
  });

  it.each<[string, CassetteDocument]>([
    ['entries with control characters', request({ body: { json: { note: 'a\u001b[2Jb' } } })],
    ['entries with control characters', input('1 // \u009b')],
    ['entries with characters that change the direction of text', input("const a = '\u202e'")],
    ['entries with characters that change the direction of text', request({ body: { json: { '\u2066': 1 } } })],
    ['entries with invisible characters', input('const a\u200b = 1')],
    ['entries with invisible characters', input('a\u{e0041}')],
    ...[
      '\u3164',
      '\u115f',
      '\u1160',
      '\uffa0',
      '\u2800',
      '\u206a',
      '\u17b4',
      '\u{1d173}',
      '\u{e0100}',
      '\u200d',
      '\u200c',
      '\u034f',
    ].map((sign): [string, CassetteDocument] => ['entries with invisible characters', input(`const a${sign} = 1`)]),
    ['hosts with letters outside of ASCII', request({ url: 'https://\u0430pple.example.com/x' })],
    ['hosts with letters outside of ASCII', request({ url: 'https://xn--pple-43d.example.com/x' })],
    [
      'hosts with letters outside of ASCII',
      {
        ...request({ url: 'http://m\u00fcller.example/x' }),
        kind: 'webhook',
        event: 'call document',
      } as CassetteDocument,
    ],
    ['inputs with words of mixed alphabets', input('pl\u0430tform.queues.list()')],
    ['inputs with words of mixed alphabets', input('\u03bfpen()')],
    ['inputs with code after 80 or more characters of white space', input(`1${' '.repeat(5000)}; evil()`)],
    ['inputs with code after 80 or more characters of white space', input(`1${'\n'.repeat(500)}evil()`)],
    ['inputs with code after 80 or more characters of white space', input(`${'\t'.repeat(500)}evil()`)],
    ['bodies of more than 1 MB', request({ body: { text: 'x'.repeat(2 ** 20 + 1) } })],
    ['methods that no operation uses', request({ method: 'PURGE' })],
    [
      'requests to hosts that are not the platform',
      request({ url: 'http://169.254.169.254/latest', op: 'queues.list' }),
    ],
    ['labels that name another operation', request({ op: 'queues.delete' })],
    ['URLs with a user or a password', request({ url: 'https://u:p@acme.example.com/api/relay/rest/queues' })],
    ['times in the future', request({ headers: { date: 'Fri, 01 Jan 2027 00:00:00 GMT' } })],
  ])('reports %s', (kind, document) => expect(kinds([request(), document])).toContain(kind));
});

describe('an inspection of dates and of ordinary recordings', () => {
  it('reports a header with a time in the future', () => {
    expect(kinds([], { ...HEADER, clock: '2026-02-01T00:00:00.000Z' })).toEqual(['times in the future']);
    expect(kinds([], { ...HEADER, clock: '2025-12-31T00:00:00.000Z' })).toEqual([]);
  });

  it('finds nothing unusual in an ordinary recording', () => {
    expect(
      kinds([
        request({ op: 'queues.list' }),
        input(`const a = 'ä 電話 👨‍👩‍👧 привет Ελλάδα'\n\tawait a\n${' '.repeat(900)}`),
      ]),
    ).toEqual([]);
  });

  it('has a few lines for other commands', () => {
    const documents = [
      request({ url: 'https://one.example.net/x', method: 'PURGE', op: 'queues.get', body: { text: '\u0000\u202e' } }),
      input('fetch(eval("1"))'),
    ];
    expect(inspectionLines(inspected(documents), 'patchbay cassette inspect case.yaml')).toEqual([
      'hosts: one.example.net (1, not the platform)',
      'code: 1 input, 16 characters',
      'Node names: eval, fetch',
      'unusual: entries with control characters: 1, in entry 1',
      'unusual: entries with characters that change the direction of text: 1, in entry 1',
      'unusual: methods that no operation uses: 1, in entry 1 (PURGE)',
      'unusual: 2 more. To see all: patchbay cassette inspect case.yaml',
    ]);
    expect(inspectionLines(inspected([]))).toEqual([]);
  });
});

describe('the code of a recording', () => {
  it('has a first line that shows what is behind white space', () => {
    expect(codeUsed([`1${' '.repeat(5000)}; evil()`]).firstLine).toBe('1 [5,000 characters of white space] ; evil()');
    expect(codeUsed([`\n${' '.repeat(5000)}evil()`]).firstLine).toBe('evil()');
    expect(inputLines({ number: 1, source: `// a${' '.repeat(90)}\n${' '.repeat(90)}evil()  ` })).toBe(
      '  1 | // a\n    | [181 characters of white space]\n    | evil()  ',
    );
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["import fs from 'fs'", ['fs'], []],
    ["import 'node:net'", ['node:net'], []],
    ["await import('child_process')", ['child_process'], []],
    ["const { exec } = require('child_process')", ['child_process'], ['require']],
    ['import(name)', ['(computed)'], []],
    ['import(`fs`)', ['(computed)'], []],
    ["process.getBuiltinModule('fs')", ['fs'], ['getBuiltinModule', 'process']],
    ['\\u0070rocess.exit()', [], ['process']],
    ['\\u{65}val("1")', [], ['eval']],
    ["[].constructor['constructor']('return 1')()", [], ['constructor']],
    ["({})['__proto__']", [], ['__proto__']],
    ['platform.process.list({ eval: 1 }) // require("fs")', [], ['eval']],
    ['const text = \'process and import("fs")\'', [], []],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code
    ['`${process.env.A}`', [], ['process']],
  ])('refers to modules and names: %s', (source, imports, names) =>
    expect(codeUsed([source])).toMatchObject({ imports, names }),
  );

  it('is examined up to a limit', () => {
    const sources = Array.from({ length: 40 }, () => 'const a = 1;\n'.repeat(5000));
    expect(codeUsed([...sources, 'process'])).toMatchObject({ inputs: 41, names: [], isPartial: true });
  });
});

describe('cassette inspect', () => {
  it('shows a recording, the counts of possible secrets, and nothing of their values', () => {
    const path = file([HEADER, request({ body: { json: { email: 'ada@acme.org', token: 'abc123def456ghi' } } })]);
    const shown = inspectFile(path, options);
    expect(shown).toContain('secrets     secret (1), email (1)');
    expect(shown).toMatch(/Nothing unusual was found\.$/);
    expect(shown).not.toMatch(/ada@|abc123/);
    expect(JSON.parse(inspectFile(path, { ...options, json: true }))).toMatchObject({
      file: path,
      bytes: expect.any(Number),
      header: HEADER,
      requests: 1,
      secrets: { kinds: [{ name: 'secret' }, { name: 'email' }], searched: 1 },
      problems: [],
    });
  });

  it('counts a known secret of the environment', () => {
    const path = file([HEADER, request({ body: { json: { note: 'word4711' } } })]);
    expect(inspectFile(path, { ...options, env: { PLATFORM_API_TOKEN: 'word4711' } })).toContain('secret (1)');
  });

  it.each<[string, readonly (string | object)[], string, readonly (string | RegExp)[]]>([
    ['no entries', [HEADER], 'ndjson', ['requests    0', 'Nothing unusual']],
    ['nothing', [], 'ndjson', ['requests    0', 'is empty. A recording begins with a header']],
    ['nothing, as YAML', [], 'yaml', ['requests    0', 'is empty. A recording begins with a header']],
    ['no header', [request()], 'ndjson', ['requests    1', 'must be cassette: a recording begins with a header']],
    [
      'invalid lines between valid ones',
      [HEADER, '{"kind":', request(), '[]', { kind: 'http' }, request()],
      'ndjson',
      ['requests    2', /:2: not JSON/, /:4: not an object/, /:5: request/],
    ],
    ['an incomplete last line', [HEADER, request(), '{"kind":"http'], 'ndjson', ['requests    1', /:3: not JSON/]],
    ['an alias in YAML', ['a: &a 1\nb: *a'], 'yaml', ['an alias, which a recording must not contain']],
    ['bytes that are not text', ['\u0000\u0001', HEADER], 'ndjson', ['not UTF-8 text']],
    [
      'a file that is not a recording',
      ['#!/bin/sh', 'echo'],
      'ndjson',
      [/secrets +not searched, because no entry could be read/],
    ],
    ['a text that is not a recording', ['hello'], 'yaml', [/secrets +not searched, because no entry could be read/]],
    ['a damaged entry', [HEADER, request(), '{'], 'ndjson', [/secrets +none found in the 1 readable entries/]],
    ['hundreds of invalid lines', [HEADER, ...Array(300).fill('{')], 'ndjson', ['problem: 290 more']],
  ])('reads a recording with %s as far as possible', (_, lines, ending, expected) => {
    const shown = inspectFile(file(lines, ending), options).replace(/\s*\n {2}(?=\S)/g, '\n  ');
    for (const text of expected) expect(shown.replace(/\n {2}/g, ' ')).toMatch(text);
  });

  it('stops in a long YAML file', () => {
    const entry = `---\nkind: http\nrequest: {method: GET, url: "${URL_OF_QUEUES}"}\nresponse: {status: 200}\n`;
    const path = file(
      [`kind: cassette\nversion: 1\norigin: live\ntool: t\nredaction: none\n${entry.repeat(20)}`],
      'yaml',
    );
    const { documents, problems } = openParts(path, { maxTokens: 400 });
    expect(problems).toEqual([expect.stringMatching(/:\d+: not read from here, because that would take long$/)]);
    expect(documents.length).toBeGreaterThan(5);
    expect(openParts(path).documents).toHaveLength(20);
  });

  it('searches a part of a long recording for secrets', () => {
    const long = request({ body: { text: 'x'.repeat(600_000) } });
    const path = file([HEADER, long, request({ body: { json: { token: 'abc123def456ghi' } } })]);
    expect(inspectFile(path, options)).toContain('secrets     secret (1); searched 1 of 2 entries');
  });

  it('fits in 40 columns', () => {
    const path = file([HEADER, input('process'), request({ method: 'PURGE', op: 'queues.get' }), request()]);
    const lines = inspectFile(path, { ...options, columns: 40 }).split('\n');
    const long = lines.filter((line) => line.length > 40 && line.trim().includes(' '));
    expect(long).toEqual([]);
  });

  it('evaluates and writes nothing', () => {
    const source = `require('fs').writeFileSync('${folder}/evil', ''); globalThis.wasRun = true`;
    const path = file([HEADER, input(source), request()]);
    const [before, text] = [readdirSync(folder), readFileSync(path, 'utf8')];
    inspectFile(path, options);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([before, text]);
    expect(globalThis).not.toHaveProperty('wasRun');
  });
});
