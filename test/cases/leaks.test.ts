import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { exportCase, exporters, importCase, importFiles } from '../../src/cases/index.js';
import type { CassetteDocument, CassetteHeader } from '../../src/cassette/index.js';
import { DEFAULT_POLICY } from '../../src/redact/index.js';
import { plantedIn, spellingsOf } from '../support/planted-values.js';

const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One value of each kind that the policy covers. The account id is in `cut`. */
const PLANTED = {
  phone: '+4915123456789',
  'another phone': '+12125557788',
  email: 'jane.roe@corp-mail.test',
  token: 'PTdeadbeef0123456789abcdef0123456789abcd',
  account: 'acme-account-7731',
  name: 'Rosalind Quist',
};
const { phone, email, token, account, name } = PLANTED;
const other = PLANTED['another phone'];
const policy = { ...DEFAULT_POLICY, cut: [account] };

const leaksIn = (bytes: string) => plantedIn(PLANTED, bytes);

const API = 'https://acme.example.com/api';
const person = { caller_name: name, to: phone, contact: email, token, note: `${other} or ${email} of ${account}` };
const packed = Buffer.from(JSON.stringify(person)).toString('base64');
const header: CassetteHeader = { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' };
const json = { 'content-type': 'application/json' };

const documents: CassetteDocument[] = [
  { kind: 'input', source: `const to = '${phone}'; const token = '${token}'; // ${email} of ${account}` },
  {
    kind: 'http',
    op: 'phone_numbers.list',
    request: { method: 'GET', url: `${API}/relay/rest/phone_numbers?filter_number=${encodeURIComponent(phone)}` },
    response: {
      status: 200,
      headers: { ...json, location: `${API}/x?to=${encodeURIComponent(other)}` },
      body: { json: { data: [person] } },
    },
  },
  {
    kind: 'http',
    op: 'compat.messages.create',
    request: {
      method: 'POST',
      url: `${API}/laml/2010-04-01/Accounts/${account}/Messages`,
      type: 'application/x-www-form-urlencoded',
      body: { text: new URLSearchParams({ From: other, To: phone, Body: `for ${email}` }).toString() },
    },
    response: {
      status: 422,
      headers: json,
      body: { text: `{"message":"${email} \\u002b${phone.slice(1)} ${packed}"}` },
    },
  },
  {
    kind: 'http',
    op: 'queues.create',
    request: { method: 'POST', url: `${API}/relay/rest/queues`, body: { json: person } },
    response: {
      status: 500,
      headers: json,
      body: { base64: Buffer.from(`\0${JSON.stringify(person)}`).toString('base64') },
    },
  },
  {
    kind: 'webhook',
    event: 'call document',
    request: {
      method: 'POST',
      url: `https://hook.example.com/?from=${encodeURIComponent(phone)}`,
      body: { json: person },
    },
    response: { status: 200, body: { text: `<Say>${email}</Say>` } },
  },
  { kind: 'output', text: JSON.stringify(person) },
  { kind: 'error', text: `Error: ${phone} ${email} ${token} ${account}` },
];

it('the search finds every planted value in every spelling', () => {
  for (const [kind, value] of Object.entries(PLANTED))
    for (const spelled of spellingsOf(value)) expect(leaksIn(`before ${spelled} after`), spelled).toContain(kind);
  for (let before = 0; before < 3; before++)
    expect(leaksIn(Buffer.from(`${'y'.repeat(before)}${email} and more`).toString('base64'))).toContain('email');
  expect(leaksIn('nothing')).toEqual([]);
});

const log = `POST ${API}/relay/rest/queues ${JSON.stringify(person)} 422 ${JSON.stringify({ errors: [person] })}`;

describe('no planted value is left', () => {
  it.each(exporters.map((one) => one.name))('in an export to %s', async (format) => {
    const text = await exportCase({ header, documents }, format, { policy, secrets: [token], file: 'case.yaml' });
    expect(leaksIn(text)).toEqual([]);
    // The export has the case, and is not empty.
    expect(text).toMatch(/queues/);
  });

  const har = JSON.stringify({
    log: {
      version: '1.2',
      entries: documents.flatMap((document) => {
        if (document.kind !== 'http') return [];
        const { request, response } = document as {
          request: { method: string; url: string };
          response: { status: number };
        };
        const text = JSON.stringify(person);
        return [
          {
            request: {
              ...request,
              headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
              postData: { mimeType: 'application/json', text },
            },
            response: {
              status: response.status,
              headers: [],
              content: { mimeType: 'application/json', text: packed, encoding: 'base64' },
            },
          },
        ];
      }),
    },
  });
  const curl = `curl -u ${account}:${token} '${API}/laml/2010-04-01/Accounts/${account}/Messages' -d 'To=${phone}' -d 'Body=${email}' -H 'X-Token: ${token}'`;

  it.each([
    ['a HAR', 'ticket.har', har],
    ['a curl command', 'ticket.sh', curl],
    ['a log', 'ticket.log', log],
  ])('in an import of %s, and in a script beside it', (_, file, text) => {
    const input = join(folder, file);
    const script = join(folder, `${file}.repro.ts`);
    const output = join(folder, `${file}.yaml`);
    writeFileSync(input, text);
    writeFileSync(script, `const to = '${phone}'; // ${email} of ${account}\nconst token = '${token}';\n`);
    const { lines, warnings } = importFiles([input, script], {
      output,
      policy,
      secrets: [token],
      next: (name) => name,
    });
    expect(leaksIn([...lines, ...warnings].join('\n'))).toEqual([]);
    expect(leaksIn(readFileSync(output, 'utf8'))).toEqual([]);
    expect(leaksIn(readFileSync(join(folder, `${file}.repro.redacted.ts`), 'utf8'))).toEqual([]);
  });

  it('in what a session saves, exports and records', async () => {
    const bench = createBench();
    const file = (ending: string) => join(folder, `session.${ending}`);
    // The policy of a session covers no account id.
    const typed = [
      `.record ${file('recorded.yaml')}`,
      `const token = '${token}'`,
      `const to = '${phone}'`,
      `await platform.with({ check: false }).queues.create({ name: 'x', caller_name: '${name}', note: '${email} ${other}', token } as never)`,
      `await platform.queues.get(encodeURIComponent(to))`,
      `throw new Error('${email} and ' + to)`,
      '.record stop',
      `.save ${file('yaml')}`,
      `.save --failed ${file('failed.ndjson')}`,
      `.save ${file('ts')}`,
      ...exporters.map((one) => `.export ${one.name} ${file(`export${one.extension}`)}`),
    ];
    for (const input of typed) {
      const outcome = await bench.run(input);
      if (input.startsWith('.')) expect(outcome, input).toMatchObject({ ok: true });
    }
    await bench.close();
    const written = [
      'recorded.yaml',
      'yaml',
      'failed.ndjson',
      'ts',
      ...exporters.map((one) => `export${one.extension}`),
    ];
    for (const ending of written) expect(leaksIn(readFileSync(file(ending), 'utf8')), ending).toEqual([]);
  });
});

describe('no planted credential is left', () => {
  describe('in an import whose headers have a credential that other texts repeat, though no one named it', () => {
    const secret = 'Qx7vRmWz2KpLt9';
    const PLAIN = { secret };
    const basic = Buffer.from(`acme:${secret}`).toString('base64');
    const body = JSON.stringify({ name: `night ${secret}`, note: basic });
    const path = `${API}/relay/rest/queues`;
    const repeated = `POST ${path}?page_size=${secret}\ncontent-type: application/json`;
    const harOf = (name: string, value: string) => {
      const request = { method: 'POST', url: `${path}?q=${secret}`, headers: [{ name, value }] };
      const postData = { mimeType: 'application/json', text: body };
      return JSON.stringify({ log: { version: '1.2', entries: [{ request: { ...request, postData } }] } });
    };
    const posted = `-H 'content-type: application/json' -d '${body}' '${path}?q=${secret}'`;

    it.each([
      ['curl -u', 'a.sh', `curl -u acme:${secret} ${posted}`],
      ['curl -u without a password', 'b.sh', `curl -u ${secret}: ${posted}`],
      ['a header of curl', 'c.sh', `curl -H 'Authorization: Bearer ${secret}' ${posted}`],
      ['a basic header of curl', 'd.sh', `curl -H 'Authorization: Basic ${basic}' ${posted}`],
      ['a bearer option', 'e.sh', `curl --oauth2-bearer ${secret} ${posted}`],
      ['a URL of curl', 'f.sh', `curl ${posted.replace('https://', `https://acme:${secret}@`)}`],
      ['a request that is left out', 'g.sh', `curl -u acme:${secret} https://other.test/\ncurl ${posted}`],
      ['a header of a HAR', 'h.har', harOf('Authorization', `Bearer ${secret}`)],
      ['a key header of a HAR', 'i.har', harOf('X-Api-Key', secret)],
      ['a variable of an .http file', 'j.http', `@t = ${secret}\n${repeated}\nAuthorization: Bearer {{t}}\n\n${body}`],
      ['a plain pair of an .http file', 'k.http', `${repeated}\nAuthorization: Basic acme ${secret}\n\n${body}`],
      ['a command in an .http file', 'l.http', `### a\ncurl -u acme:${secret} ${posted}`],
      [
        'a URL in a log',
        'm.log',
        `POST https://acme:${secret}@acme.example.com/api/relay/rest/queues ${body} 422 ${body}`,
      ],
    ])('%s', (_, file, text) => {
      const input = join(folder, file);
      const output = join(folder, `${file}.yaml`);
      writeFileSync(input, text);
      writeFileSync(`${input}.ts`, `console.log('${secret}', '${basic}');\n`);
      const { lines } = importFiles([input, `${input}.ts`], { output, secrets: [], next: (name) => name });
      expect(lines[0]).toMatch(/^1 request imported/);
      const written = readFileSync(output, 'utf8');
      expect(plantedIn(PLAIN, written + lines.join('\n'))).toEqual([]);
      expect(plantedIn(PLAIN, readFileSync(join(folder, `${file}.redacted.ts`), 'utf8'))).toEqual([]);
      expect(written).toContain('night');
    });

    it.each([
      ['a variable', "-u '$PROJECT:$TOKEN'", '$TOKEN'],
      ['a variable after a scheme', '-H "Authorization: Bearer {{token}}"', '{{token}}'],
      ['a short word', '-u acme:night', 'night'],
      ['the user of a login', '-u project-7:', 'project-7'],
      ['a session cookie', "-b 'theme=dark-mode'", 'theme=dark-mode'],
      ['a media type', "-H 'X-Token: application/json'", 'application/json'],
    ])('%s is not a secret', (_, options, text) => {
      const imported = importCase([{ name: 'a', text: `curl ${options} '${path}' -d 'name=${text}'` }]);
      expect(imported.credentials).toEqual([]);
    });
  });

  it('in an import of the request of a skill, whose key is in the URL', () => {
    const output = join(folder, 'skill.yaml');
    const key = 'deadbeef0123456789abcdef01234567';
    const url = `https://api.weatherapi.com/v1/current.json?key=${key}&q=Paris`;
    writeFileSync(join(folder, 'skill.log'), `GET ${url} 401 {"error":{"message":"${key} is invalid"}}`);
    const { lines } = importFiles([join(folder, 'skill.log')], { output, secrets: [], next: (name) => name });
    expect(lines[0]).toBe('1 request imported, 1 to services of skills');
    expect(plantedIn({ key }, readFileSync(output, 'utf8') + lines.join('\n'))).toEqual([]);
  });
});
