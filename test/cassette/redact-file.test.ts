import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spell } from '../../src/cassette/format/write.js';
import { openCassette } from '../../src/cassette/index.js';
import { redactCassette } from '../../src/cassette/redact/redact-file.js';
import { LeakError } from '../../src/redact/index.js';

const folder = mkdtempSync(join(tmpdir(), 'redact-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'PTsecret+secret';
let files = 0;

function cassette(extension: string, ...texts: string[]): string {
  const file = join(folder, `${files++}.${extension}`);
  const header = { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' } as const;
  const entries = texts.map((text) => ({
    kind: 'http' as const,
    request: { method: 'POST', url: 'https://h.invalid/?to=%2B12065551234', body: { text } },
    response: { status: 200, body: { json: { from: '+12065551234', to: '+12065551235' } } },
  }));
  writeFileSync(file, [header, ...entries].map((one) => spell(one, file)).join(''));
  return file;
}

describe.each(['yaml', 'ndjson'])('a cassette in %s', (extension) => {
  it('is redacted in place, keeps its file mode, and states the redaction in its header', () => {
    const file = cassette(extension, `ada@corp.invalid ${SECRET}`);
    chmodSync(file, 0o640);
    redactCassette(file, { secrets: [SECRET] });
    expect(openCassette(file)).toMatchObject({
      header: { redaction: expect.stringContaining('addresses are replaced') },
      entries: [
        {
          request: { url: 'https://h.invalid/?to=%2B12005550100', body: { text: 'user1@example.com secret_1' } },
          response: { body: { json: { from: '+12005550100', to: '+12005550101' } } },
        },
      ],
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const once = readFileSync(file, 'utf8');
    redactCassette(file, { secrets: [SECRET] });
    expect(readFileSync(file, 'utf8')).toBe(once);
  });

  it('agrees with the others it is redacted with', () => {
    const both = [cassette(extension, 'call +12065551239'), cassette(extension, 'call +12065551239')];
    redactCassette(both);
    expect(both.map((file) => openCassette(file).entries[0]?.request.body)).toEqual([
      { text: 'call +12005550101' },
      { text: 'call +12005550101' },
    ]);
  });

  it('is only reported on in a dry run', () => {
    const file = cassette(extension, 'hello');
    const before = readFileSync(file, 'utf8');
    expect(redactCassette(file, { dryRun: true }).replaced).toMatchObject([
      { kind: 'phone', count: 2, replacement: '+12005550100' },
      { kind: 'phone', count: 1, replacement: '+12005550101' },
    ]);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

it('stays as it was when something would be left', () => {
  // It runs across what the file itself is made of, so no part of it can be exchanged.
  const file = cassette('ndjson', 'x');
  const before = readFileSync(file, 'utf8');
  expect(() => redactCassette(file, { secrets: ['"kind":"http"'] })).toThrow(LeakError);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
