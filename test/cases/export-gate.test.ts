// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts belong to the attacks
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { exportCase, exporters } from '../../src/cases/index.js';
import type { CassetteDocument, CassetteHeader } from '../../src/cassette/index.js';
import { rotated } from '../support/rotation.js';

// Text of a recording in every position of every export. None of it may become code, a command, a request or markup.
const HEADER: CassetteHeader = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
const HOST = 'https://space.example.com';
const folder = mkdtempSync(join(tmpdir(), 'export-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each tries to create something named `pwned`. */
const HOSTILE: readonly string[] = [
  "'); pwned(); ('",
  '"); pwned(); ("',
  '`${pwned()}`',
  '${pwned()}',
  "'+pwned()+'",
  "\\'); pwned(); //",
  '*/ pwned(); /*',
  '// \n pwned();',
  '// \r pwned();',
  '\u2028pwned();\u2028',
  '\u2029pwned();',
  '</script><script>pwned()</script>',
  '<img src=x onerror=pwned()>',
  '[pwned](javascript:pwned())',
  '![pwned](https://evil.example/pwned.png)',
  '<https://evil.example/pwned>',
  'https://evil.example/pwned',
  '```\n\n<b>pwned</b>\n\n```',
  '`` `<b>pwned</b>` ``',
  '\\`<i>pwned</i>\\`',
  '&lt;b&gt;pwned&#60;',
  '| a | <b>pwned</b> |\n| - | - |',
  "'; touch pwned; '",
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  '\n touch pwned\n',
  '; touch pwned #',
  '& touch pwned &',
  '| touch pwned',
  '> pwned',
  '\\\n touch pwned',
  '{a,b}[1-3]pwned',
  '@/etc/passwd-pwned',
  '--output=pwned',
  '-o pwned',
  '=pwned',
  '~/pwned',
  '!pwned',
  '### pwned\nGET https://evil.example/pwned\n\n',
  '\n### pwned\nGET https://evil.example/pwned',
  '\n< ./pwned.json\n',
  '<@ ./pwned.json',
  '> {% pwned() %}',
  '{{token}}',
  '{{pwned.response.body.$.id}}',
  '{{$processEnv PWNED}}',
  '# @name pwned',
  '@token = pwned',
  '\r\nX-Pwned: yes\r\n\r\npwned',
  '\u202epwned\u2066',
  '\0pwned',
  '__proto__',
  'constructor',
  "]=([^&]*)/.exec(pwned()) || '",
  '=([^&]*)/)?.[1] ?? pwned() ?? /',
  'a/g.test(pwned())/',
  '\ud800pwned',
  '\u001b]0;pwned\u0007',
  'pwned%00%0a%0d',
  '\u200b\ufeffpwned',
  '../../pwned',
  '😀’pwned“',
  'pwned '.repeat(2_000),
];

const id = '3f1f5b1a-0000-4000-8000-00000000c0de';
const http = (method: string, path: string, more: object = {}): CassetteDocument => ({
  kind: 'http',
  request: { method, url: `${HOST}${path}` },
  response: { status: 200, body: { json: {} } },
  ...more,
});
const request = (method: string, path: string, body?: object, type?: string) => ({
  request: { method, url: `${HOST}${path}`, ...(type !== undefined && { type }), ...(body && { body }) },
});

interface Case {
  readonly documents: readonly CassetteDocument[];
  readonly header?: Partial<CassetteHeader>;
  readonly options?: Parameters<typeof exportCase>[2];
}

const encoded = encodeURIComponent;
/** Without lone surrogates, which a URL cannot have. */
const well = (text: string) => Buffer.from(text).toString();
/** The positions of a text in a recording. */
const POSITIONS: Readonly<Record<string, (text: string) => Case>> = {
  'a path parameter': (text) => ({ documents: [http('GET', `/api/relay/rest/queues/${encoded(well(text))}`)] }),
  'an unknown path': (text) => ({ documents: [http('GET', `/api/relay/rest/${encoded(well(text))}/x`)] }),
  'a raw path': (text) => ({
    documents: [http('GET', new URL(`${HOST}/api/relay/rest/numbrs/${well(text)}`).pathname)],
  }),
  'a query value': (text) => ({
    documents: [http('GET', `/api/relay/rest/phone_numbers?filter_name=${encoded(well(text))}`)],
  }),
  'a raw query': (text) => ({
    documents: [http('GET', `/api/relay/rest/phone_numbers${new URL(`${HOST}/?filter_name=${well(text)}`).search}`)],
  }),
  'a query name': (text) => ({ documents: [http('GET', `/api/relay/rest/phone_numbers?${encoded(well(text))}=1`)] }),
  'the parameter of a link': (text) => {
    const link = `${HOST}/api/relay/rest/queues?${encoded(well(text))}=PAGE-TOKEN-123456`;
    return {
      documents: [
        http('GET', '/api/relay/rest/queues', {
          response: { status: 200, body: { json: { links: { next: link }, data: [] } } },
        }),
        http('GET', '/api/relay/rest/queues?page_token=PAGE-TOKEN-123456'),
      ],
    };
  },
  'the field of a link': (text) => ({
    documents: [
      http('POST', '/api/relay/rest/queues', { response: { status: 201, body: { json: { [text]: { id } } } } }),
      http('GET', `/api/relay/rest/queues/${id}`),
    ],
  }),
  'a method': (text) => ({
    documents: [http('GET', '/x', request(text.replace(/[^!#$%&'*+.^_`|~\w-]/g, '') || 'X', '/api/relay/rest/queues'))],
  }),
  'a JSON value': (text) => ({
    documents: [http('POST', '/x', request('POST', '/api/relay/rest/queues', { json: { name: text } }))],
  }),
  'a JSON name': (text) => ({
    documents: [
      http(
        'POST',
        '/x',
        request('POST', '/api/relay/rest/queues', { json: JSON.parse(`{${JSON.stringify(text)}:1}`) }),
      ),
    ],
  }),
  'a body of text': (text) => ({
    documents: [http('POST', '/x', request('POST', '/api/relay/rest/queues', { text }, 'text/plain'))],
  }),
  'a form': (text) => ({
    documents: [
      http(
        'POST',
        '/x',
        request(
          'POST',
          '/api/laml/2010-04-01/Accounts/a/Messages',
          { text: new URLSearchParams({ Body: text, To: '+12005550100', From: '+12005550101' }).toString() },
          'application/x-www-form-urlencoded',
        ),
      ),
    ],
  }),
  'a content type': (text) => ({
    documents: [
      http(
        'POST',
        '/x',
        request('POST', '/api/relay/rest/queues', { text: 'a' }, text.replace(/[\p{Cc}\p{Z}]/gu, ' ')),
      ),
    ],
  }),
  'an error': (text) => ({
    documents: [
      http('GET', '/api/relay/rest/queues/x', {
        response: { status: 404, body: { json: { errors: [{ code: text, message: text, attribute: text }] } } },
      }),
    ],
  }),
  'a response of text': (text) => ({
    documents: [http('GET', '/api/relay/rest/queues/x', { response: { status: 422, body: { text } } })],
  }),
  'a header': (text) => ({
    documents: [
      http('GET', '/api/relay/rest/queues', {
        response: { status: 429, headers: { 'retry-after': text.replace(/[\p{Cc}\p{Z}]/gu, ' ') } },
      }),
    ],
  }),
  'a label': (text) => ({ documents: [http('GET', '/api/relay/rest/numbrs', { op: text })] }),
  'a service': (text) => ({
    documents: [
      http('GET', '/x', {
        request: { method: 'GET', url: `https://api.weatherapi.com/v1/current.json?q=${encoded(well(text))}` },
        response: { status: 400, body: { text } },
      }),
    ],
  }),
  'the tool': (tool) => ({ header: { tool }, documents: [http('GET', '/api/relay/rest/queues')] }),
  'the redaction': (redaction) => ({ header: { redaction }, documents: [http('GET', '/api/relay/rest/queues')] }),
  'the file name': (file) => ({ options: { file }, documents: [http('GET', '/api/relay/rest/queues')] }),
  'the start': (from) => ({ options: { from }, documents: [http('GET', '/api/relay/rest/queues')] }),
};

const CODE = ['ts', 'test', 'notebook'];
const formats = exporters.map(({ name }) => name);

/** The export, or undefined if it is refused. */
async function written({ documents, header, options }: Case, format: string): Promise<string | undefined> {
  try {
    return await exportCase({ header: { ...HEADER, ...header }, documents }, format, options);
  } catch (error) {
    expect((error as Error).message).toContain(`the ${format} export was not written: `);
    return undefined;
  }
}

/** The names in code, without texts and comments. */
function namesIn(code: string): string[] {
  const names: string[] = [];
  const file = ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest);
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !(node.parent && ts.isPropertyAssignment(node.parent))) names.push(node.text);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return names;
}

const codeOf = (text: string, format: string): string =>
  format === 'notebook'
    ? JSON.parse(text)
        .cells.filter(({ cell_type }: { cell_type: string }) => cell_type === 'code')
        .map(({ source }: { source: string[] }) => source.join(''))
        .join('\n')
    : text;

const scripts: string[] = [];

function expectHarmless(text: string, format: string, { documents }: Case): void {
  if (CODE.includes(format)) expect(namesIn(codeOf(text, format))).not.toContain('pwned');
  if (format === 'curl') scripts.push(text);
  if (format === 'http') {
    expect(text.match(/^###/gm)?.length ?? 0).toBeLessThanOrEqual(documents.length);
    expect(text.match(/^\s*[<>]/m)).toBeNull();
    const filled = text.replace(/^#.*$/gm, '').match(/\{\{(?!project\}|token\}\}$|queue\.response)/gm);
    expect(filled).toBeNull();
    expect(text.match(/^Authorization/gm)).toBeNull();
  }
  if (format === 'har') expect(JSON.parse(text).log.entries).toHaveLength(documents.length);
}

const cases = Object.entries(POSITIONS).flatMap(([position, make]) =>
  HOSTILE.map((text) => ({ position, text, title: `${position}: ${JSON.stringify(text)}`, one: make(text) })),
);

describe.each(formats)('an export to %s', (format) => {
  it('contains the recorded requests and nothing else, whatever texts they have', async () => {
    for (const { one, title } of rotated(cases)) {
      const text = await written(one, format);
      if (text !== undefined) expect(() => expectHarmless(text, format, one), title).not.toThrow();
    }
  });

  it('is written for ordinary texts in each position', async () => {
    for (const [position, make] of Object.entries(POSITIONS))
      expect([position, await written(make('Sales team'), format)]).toEqual([position, expect.any(String)]);
  });
});

it('gives a shell no other command than curl', () => {
  expect(scripts.length).toBeGreaterThan(0);
  // Prints each word that curl would read as an option that exports do not write.
  const checked = scripts.map((text, i) => {
    writeFileSync(join(folder, `${i}.sh`), text);
    return `. ./${i}.sh`;
  });
  const harness = `set -eu; curl() { while [ $# -gt 0 ]; do case $1 in --request|--user|--header|--data-raw) shift 2;; --globoff|http*) shift;; *) echo "$1"; shift;; esac; done; }; PLATFORM_PROJECT_ID=p; PLATFORM_API_TOKEN=t; PATH=/nowhere; ${checked.join('; ')}`;
  expect(execFileSync('/bin/sh', ['-c', harness], { cwd: folder, encoding: 'utf8' })).toBe('');
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

describe('an export of a hostile recording', () => {
  const only = (document: CassetteDocument) => ({ header: HEADER, documents: [document] });

  it('a method is quoted for the shell', async () => {
    const text = await exportCase(only(http('GET', '/x', request('G$(id)', '/api/relay/rest/queues'))), 'curl');
    expect(text).toBeDefined();
  });

  it('curl reads no braces and brackets in a URL as more requests', async () => {
    const text = await exportCase(only(http('GET', '/api/relay/rest/queues?name=[1-9]{a,b}')), 'curl');
    expect(text).toContain('curl --globoff ');
  });

  it('credentials go to the space of the user, the sandbox and the chosen base only', async () => {
    const one = only(http('GET', '/api/relay/rest/queues'));
    for (const [format, mark] of [
      ['curl', '--user'],
      ['http', 'Authorization:'],
    ] as const) {
      expect(await exportCase(one, format)).not.toContain(mark);
      expect(await exportCase(one, format)).toContain('space.example.com is not the host of your space');
      expect(await exportCase(one, format, { host: 'other.example.com' })).not.toContain(mark);
      expect(await exportCase(one, format, { host: 'space.example.com' })).toContain(mark);
      expect(await exportCase(one, format, { base: 'http://127.0.0.1:4010' })).toContain(mark);
    }
  });

  it.each([
    ['curl', /PLATFORM_PROJECT_ID/g],
    ['http', /@project/g],
  ] as const)('%s names the credentials if a request has them, and a host without them once', async (format, name) => {
    const one = only(http('GET', '/api/relay/rest/queues'));
    const two = { ...one, documents: [...one.documents, ...one.documents] };
    const without = await exportCase(two, format);
    expect(without.match(name)).toBeNull();
    expect(without.match(/is not the host of your space/g)).toHaveLength(1);
    const own = await exportCase(two, format, { host: 'space.example.com' });
    expect(own.match(name)?.length).toBeGreaterThan(0);
    expect(own).not.toContain('is not the host');
  });

  it('a local port of a recording gets no credentials, because any program can listen there', async () => {
    const document = { kind: 'http', request: { method: 'GET', url: 'http://127.0.0.1:9999/api/relay/rest/queues' } };
    const header: CassetteHeader = { ...HEADER, origin: 'live' };
    const one = { header, documents: [document as CassetteDocument] };
    expect(await exportCase(one, 'curl')).not.toContain('--user');
    expect(await exportCase(one, 'http')).not.toContain('Authorization:');
    expect(await exportCase(one, 'curl', { host: '127.0.0.1:9999' })).toContain('--user');
  });

  it.each(exporters.map(({ name }) => name))('has an empty body, and a body of white space: %s', async (format) => {
    for (const text of ['', ' ', '\n', '\n\n', ' \n', '\n{"a":1}', '{"a":1}\n'])
      for (const type of [undefined, 'text/plain', 'application/json']) {
        const one = only(http('POST', '/x', request('POST', '/api/relay/rest/queues', { text }, type)));
        await expect(exportCase(one, format)).resolves.toContain('queues');
      }
  });

  it.each(exporters.map(({ name }) => name))('names a file that begins with a hyphen as a path: %s', async (format) => {
    for (const file of ['--yes.ndjson', '-x', '--output=x y.yaml'])
      for (const origin of ['sandbox', 'imported'] as const) {
        const one = { ...only(http('GET', '/api/relay/rest/queues')), header: { ...HEADER, origin } };
        const text = await exportCase(one, format, { file, base: 'http://127.0.0.1:4010' });
        const commands = text.split('\n').filter((line) => /patchbay \w+ /.test(line));
        for (const line of commands) expect(line.replaceAll(`./${file}`, '')).not.toContain(file);
      }
  });

  it.each(['@everyone', '@here', '@acme/team', 'hi @ada', '(@ada)', '\\@ada', '@@ada'])(
    'mentions no one in a report: %s',
    async (text) => {
      const body = { json: { errors: [{ message: text, code: 'x' }] } };
      const document = { ...http('GET', `/api/relay/rest/queues/${encodeURIComponent(text)}`), op: text } as object;
      const failed = { ...document, response: { status: 422, body } } as unknown as CassetteDocument;
      const report = await exportCase(only(failed), 'report');
      const outside = report.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
      expect(outside).not.toMatch(/(?<!\w)@\w/);
      expect(report).toContain('\u200b');
    },
  );

  it('a character that a shell drops is not written', async () => {
    const one = only(http('POST', '/x', request('POST', '/api/relay/rest/queues', { text: 'a\0b' }, 'text/plain')));
    await expect(exportCase(one, 'curl')).rejects.toThrow('it has text that is not a command of curl');
  });

  it('braces of an .http file keep their value in JSON, forms and URLs', async () => {
    const json = only(http('POST', '/x', request('POST', '/api/relay/rest/queues', { json: { name: '{{token}}' } })));
    const text = await exportCase(json, 'http');
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toEqual({ name: '{{token}}' });
  });

  it('a body that editors would run is left out of an .http file, which names it', async () => {
    const body = { text: 'a\n### next\nGET https://evil.example/' };
    const text = await exportCase(
      only(http('POST', '/x', request('POST', '/api/relay/rest/queues', body, 'a/b'))),
      'http',
    );
    expect(text).toContain(
      '# POST /api/relay/rest/queues has text that editors would run or fill in, so it is left out.',
    );
    expect(text).not.toContain('evil');
  });
});
