import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../src/cases/index.js';
import { patchbayIn } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
beforeAll(() => writeFileSync(join(folder, 'ticket.txt'), COMMAND));
afterAll(() => rmSync(folder, { recursive: true }));
const patchbay = patchbayIn(folder);

const COMMAND = `curl -u project:PT0123456789abcdef0123456789abcdef01234567 https://acme.example.com/api/relay/rest/mfa/sms \\
  -H 'Content-Type: application/json' -d '{"to":"+14155552671","message":"Hello"}'
HTTP/1.1 422 Unprocessable Entity

{"errors":[{"detail":"is not valid","status":"422","title":"Invalid Attribute","code":"422"}]}
`;

describe('patchbay import', () => {
  it.each(['fixtures/errors/invalid-field.yaml'])('refuses a recording, whose responses it would drop: %s', (name) => {
    const options = { secrets: [], dryRun: true, next: (file: string) => `patchbay explain ${file}` };
    expect(() => importFiles([name], options)).toThrow(
      `${name} is a recording already, and needs no import. To explain it: patchbay explain ${name}`,
    );
  });

  it('says what an input without requests was read as', async () => {
    const empty = await patchbay(
      ['import', '-', '-o', 'none.yaml'],
      JSON.stringify({ log: { version: '1.2', entries: [] } }),
    );
    expect(empty.err).toContain('no request was found. The input was read as a HAR file');
  });

  it('writes one redacted recording of several files, and reports the replaced values', async () => {
    writeFileSync(
      join(folder, 'app.log'),
      'GET /api/relay/rest/phone_numbers?filter_number=%2B14155552671 200\nGET /favicon.ico 200\n',
    );
    const { code, out, err } = await patchbay(['import', 'ticket.txt', 'app.log', '-o', 'ticket.yaml']);
    expect([code, err]).toEqual([0, '']);
    // Neither file has a time, so they are in the order of their names.
    expect(out).toContain('2 requests imported\n  1  200  phone_numbers.list\n  2  422  mfa.sms\n');
    expect(out).toContain(
      '1 request left out, because no operation has the path:\n  app.log, line 2: GET host.invalid/favicon.ico',
    );
    expect(out).toMatch(/phone +becomes \+1\d+ {2}2 times, first in ticket\.yaml, entry 1/);
    const text = readFileSync(join(folder, 'ticket.yaml'), 'utf8');
    expect(text).not.toMatch(/4155552671|PT0123/);
    expect(await patchbay(['cassette', 'check', 'ticket.yaml'])).toMatchObject({ code: 0 });
    expect((await patchbay(['cassette', 'show', 'ticket.yaml'])).out).toContain(
      'mfa.sms  POST /api/relay/rest/mfa/sms → 422',
    );
  });

  it('redacts a script with the same replacements as the recording', async () => {
    writeFileSync(
      join(folder, 'repro.ts'),
      "const to = '+14155552671';\nawait platform.mfa.sms({ to, message: 'Hello' });\n",
    );
    const { code, out } = await patchbay(['import', 'ticket.txt', 'repro.ts', '-o', 'with-script.yaml']);
    expect([code, out]).toEqual([0, expect.stringContaining('written: repro.redacted.ts')]);
    const [, fake = 'none'] = /to: "?(\+\d+)/.exec(readFileSync(join(folder, 'with-script.yaml'), 'utf8')) ?? [];
    expect(fake).not.toBe('+14155552671');
    expect(readFileSync(join(folder, 'repro.redacted.ts'), 'utf8')).toBe(
      `const to = '${fake}';\nawait platform.mfa.sms({ to, message: 'Hello' });\n`,
    );
    // Neither file is replaced, and a script alone is not a case.
    expect(await patchbay(['import', 'ticket.txt', 'repro.ts', '-o', 'second.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('repro.redacted.ts exists'),
    });
    expect(existsSync(join(folder, 'second.yaml'))).toBe(false);
    expect(await patchbay(['import', 'repro.ts', '-o', 'third.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is redacted together with a recording'),
    });
  });

  it('reads pasted text, and does not replace a file by default', async () => {
    expect(await patchbay(['import', '-'], COMMAND)).toMatchObject({
      code: 0,
      out: expect.stringContaining('written: case.yaml'),
    });
    expect(await patchbay(['import', '-'], COMMAND)).toMatchObject({
      code: 2,
      err: expect.stringContaining('case.yaml exists'),
    });
    expect(await patchbay(['import', 'absent.har'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('absent.har cannot be read'),
    });
  });

  it('reads UTF-16, which PowerShell writes', async () => {
    writeFileSync(join(folder, 'utf16.txt'), `\ufeff${COMMAND}`, 'utf16le');
    expect(await patchbay(['import', 'utf16.txt', '--dry-run'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 request imported'),
    });
  });

  it('reports the hosts and unusual contents', async () => {
    const text = 'curl -X POST \'https://acme.example.com/api/relay/rest/queues\' -d \'{"name":"a\u202eb"}\'';
    writeFileSync(join(folder, 'unusual.sh'), text);
    const { out } = await patchbay(['import', 'unusual.sh', '--dry-run']);
    expect(out.split('\n').slice(1, 4)).toEqual([
      '  1  ---  queues.create',
      'hosts: acme.example.com (1)',
      'unusual: entries with characters that change the direction of text: 1, in request 1',
    ]);
  });
});

describe('the files of patchbay import', () => {
  it('imports and redacts a body that is nested deeply', async () => {
    const text = `${'['.repeat(20_000)}"+14155552671"${']'.repeat(20_000)}`;
    const entry = {
      startedDateTime: '2025-06-02T10:00:00Z',
      time: 1,
      request: { method: 'GET', url: 'https://acme.example.com/api/relay/rest/queues', headers: [] },
      response: { status: 200, headers: [], content: { mimeType: 'application/json', text } },
    };
    writeFileSync(join(folder, 'deep.har'), JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
    expect(await patchbay(['import', 'deep.har', '-o', 'deep.yaml'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/phone +becomes .*deep\.yaml, entry 1/),
    });
    expect(readFileSync(join(folder, 'deep.yaml'), 'utf8')).not.toContain('4155552671');
  });

  it('writes nothing in a dry run', async () => {
    const { code, out } = await patchbay(['import', '-', '--dry-run', '-o', 'dry.yaml'], COMMAND);
    expect([code, out]).toEqual([0, expect.stringContaining('nothing was written')]);
    expect(existsSync(join(folder, 'dry.yaml'))).toBe(false);
  });

  it.each([
    ['notes.ts', 'must end in .yaml or .ndjson'],
    ['policy.yaml', 'exists and is not a recording'],
  ])('never replaces a file that is not a recording: %s', async (name, says) => {
    writeFileSync(join(folder, name), 'keep: me\n');
    expect(await patchbay(['import', '-', '-o', name], COMMAND)).toMatchObject({
      code: 2,
      err: expect.stringContaining(says),
    });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('keep: me\n');
  });

  it('does not replace such a file when it redacts into a folder', async () => {
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', 'story.yaml'), 'keep: me\n');
    expect((await patchbay(['import', '-', '-o', 'story.yaml'], COMMAND)).code).toBe(0);
    const { code, err } = await patchbay(['cassette', 'redact', 'story.yaml', '--output', 'out']);
    expect([code, err]).toEqual([2, expect.stringContaining('exists and is not a recording')]);
    expect(readFileSync(join(folder, 'out', 'story.yaml'), 'utf8')).toBe('keep: me\n');
  });

  it.each<[string, string[], string, string]>([
    ['no file', ['import'], '', 'import needs a file'],
    ['a file that does not exist', ['import', 'absent.har', '-o', 'x.yaml'], '', 'absent.har cannot be read'],
    ['an empty text', ['import', '-', '-o', 'x.yaml'], '', 'the pasted text is empty'],
    [
      'a text of another kind',
      ['import', '-', '-o', 'x.yaml'],
      'hello',
      'the format of the pasted text is not supported',
    ],
    [
      'no request for the platform',
      ['import', '-', '-o', 'x.yaml'],
      'curl https://example.com/x',
      'no request is for the platform',
    ],
    ['a cut HAR', ['import', 'cut.har', '-o', 'x.yaml'], '', 'Is the file incomplete?'],
  ])('refuses %s with exit code 2', async (_, args, stdin, says) => {
    writeFileSync(join(folder, 'cut.har'), '{"log":{"entries":[{');
    expect(await patchbay(args, stdin)).toMatchObject({ code: 2, err: expect.stringContaining(says) });
    expect(existsSync(join(folder, 'x.yaml'))).toBe(false);
  });
});
