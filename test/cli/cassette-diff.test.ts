import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type CassetteEntry, type RecordedBody, toNdjson } from '../../src/cassette/index.js';
import { diff } from '../../src/cli/cassette/diff.js';

const folder = mkdtempSync(join(tmpdir(), 'cassette-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function recording(...entries: readonly CassetteEntry[]): string {
  const file = join(folder, `${files++}.ndjson`);
  const header = { kind: 'cassette', version: 1, origin: 'sandbox', tool: 'test', redaction: 'none' } as const;
  writeFileSync(file, toNdjson({ header, documents: entries }));
  return file;
}

const JSON_TYPE = 'application/json';
const post = (sent: RecordedBody, got: RecordedBody = { json: 1 }, type = JSON_TYPE): CassetteEntry => ({
  kind: 'http',
  op: 'queues.create',
  request: { method: 'POST', url: 'https://x.invalid/queues', type, body: sent },
  response: { status: 201, body: got },
});
const LINE = 'queues.create  POST /queues → 201';
const compared = (one: CassetteEntry, other: CassetteEntry) => diff(recording(one), recording(other));

it('shows the fields of a request body that differ', () => {
  expect(compared(post({ json: { name: 'a', max: 1 } }), post({ json: { name: 'b', max: 1 } }))).toEqual([
    `~ ${LINE}`,
    '    request.body.json.name: "a" → "b"',
  ]);
});

it('ignores the order of keys in a request, and pairs equal bodies first', () => {
  const one = recording(post({ json: { a: 1, b: 2 } }), post({ json: { a: 2 } }));
  expect(diff(one, recording(post({ json: { a: 2 } }), post({ json: { b: 2, a: 1 } })))).toEqual([]);
  expect(diff(one, recording(post({ json: { a: 2 } }), post({ json: { a: 3, b: 2 } })))).toEqual([
    `~ ${LINE}`,
    '    request.body.json.a: 1 → 3',
  ]);
  expect(diff(one, recording(post({ json: { a: 2 } })))).toEqual([`- ${LINE}`]);
});

it('compares JSON and forms as data, whatever their form in the file', () => {
  const text = (name: string) => ({ text: `{"list": [{"name": "${name}"}]}` });
  expect(compared(post({ json: 1 }, text('a')), post({ json: 1 }, { json: { list: [{ name: 'b' }] } }))).toEqual([
    `~ ${LINE}`,
    '    body.json.list.0.name: "a" → "b"',
  ]);
  const form = (text: string) => post({ text }, { json: 1 }, 'application/x-www-form-urlencoded');
  expect(compared(form('To=1&From=2'), form('From=3&To=1'))).toEqual([
    `~ ${LINE}`,
    '    request.body.form.From: "2" → "3"',
  ]);
});

it('shows the lines of a text that differ', () => {
  const page = (word: string) => ({ text: `${'before\n'.repeat(40)}say ${word}\n${'after\n'.repeat(40)}` });
  expect(compared(post({ json: 1 }, page('hello')), post({ json: 1 }, page('goodbye')))).toEqual([
    `~ ${LINE}`,
    '    body.text:',
    '      before',
    '    - say hello',
    '    + say goodbye',
    '      after',
  ]);
});

it('shows the part of a long line that differs', () => {
  const long = (word: string) => ({ text: `${'a'.repeat(1000)} ${word} ${'z'.repeat(1000)}` });
  expect(compared(post({ json: 1 }, long('hello')), post({ json: 1 }, long('goodbye')))).toEqual([
    `~ ${LINE}`,
    expect.stringMatching(/^ {4}body\.text: "…a+ hello z{150,180}…" → "…a+ goodbye z{150,180}…"$/),
  ]);
});

it.each(['story.har', 'story.json', 'story.yaml', 'story.ndjson'])('names a HAR file, called %s', (name) => {
  const har = { log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries: [] } };
  for (const text of [JSON.stringify(har), `\ufeff${JSON.stringify(har, null, 2)}\n`]) {
    const file = join(folder, name);
    writeFileSync(file, text);
    expect(() => diff(file, file)).toThrow(
      `${file}: is a HAR file (HTTP Archive), not a recording. To make a recording of it, type: patchbay import FILE`,
    );
  }
});

it('shows the size and hash of bytes that differ', () => {
  const bytes = (text: string) => ({ base64: Buffer.from(`\0${text}`).toString('base64') });
  expect(compared(post({ json: 1 }, bytes('a')), post({ json: 1 }, bytes('bc')))).toEqual([
    `~ ${LINE}`,
    '    body.bytes: 2 → 3',
    expect.stringMatching(/^ {4}body\.sha256: "[0-9a-f]{64}" → "[0-9a-f]{64}"$/),
  ]);
});
