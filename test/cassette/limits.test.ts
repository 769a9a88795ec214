import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readableBody, textOf } from '../../src/cassette/format/body.js';
import { TokenBudget } from '../../src/cassette/format/yaml-limits.js';
import { CassetteError, openCassette, openRecordingFile, toYaml } from '../../src/cassette/index.js';
import { LimitError } from '../../src/util/index.js';

const folder = mkdtempSync(join(tmpdir(), 'limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' } as const;
const exchange = (json: unknown) => ({
  kind: 'http' as const,
  request: { method: 'GET', url: 'https://x.invalid/' },
  response: { status: 200, body: { json } },
});
const item = (at: number) => ({ id: `id-${at}`, name: `name ${at}`, tags: ['a', 'b'], ok: true, count: at });

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('refuses a YAML recording whose one document has 5.9 MB of small values, and names the limit', () => {
  const file = join(folder, 'one.yaml');
  const text = toYaml({ header, documents: [exchange(Array.from({ length: 48_000 }, (_, index) => item(index)))] });
  expect(text.length).toBeGreaterThan(5_900_000);
  writeFileSync(file, text);
  const error = failureOf(() => openCassette(file)) as CassetteError;
  expect(error).toBeInstanceOf(CassetteError);
  expect(error.message).toMatch(/one\.yaml:\d+: The document has more than 700,000 tokens of YAML\. Record to a file/);
  expect(error.cause).toBeInstanceOf(LimitError);
  expect(error.cause).toMatchObject({ what: 'The document', limit: 700_000, unit: 'tokens of YAML' });
});

it('counts the tokens of all documents of a file', () => {
  const budget = new TokenBudget();
  const documents = () => {
    for (;;) {
      budget.begin();
      budget.add(500_000);
    }
  };
  expect(String(failureOf(documents))).toContain('The recording has more than 6,000,000 tokens of YAML');
});

it('never writes a YAML document that it would refuse to read', () => {
  const file = join(folder, 'written.yaml');
  const recordingFile = openRecordingFile(file, { header });
  recordingFile.write(exchange(['short']));
  const values = Array.from({ length: 200_000 }, () => 1);
  expect(() => recordingFile.write(exchange(values))).toThrow('Record to a file that ends in .ndjson');
  recordingFile.close();
  expect(openCassette(file).entries).toHaveLength(1);
});

it('never gets too long to be opened: the exchange that would make it so fails', () => {
  const file = join(folder, 'long.yaml');
  const recordingFile = openRecordingFile(file, { header });
  const text = 'x'.repeat(40 * 2 ** 20);
  const request = { method: 'GET', url: 'https://x.invalid/' };
  const entry = (body: string) => ({ kind: 'http' as const, request, response: { status: 200, body: { text: body } } });
  recordingFile.write(entry(text));
  expect(() => recordingFile.write(entry(text))).toThrow('Record to a file that ends in .ndjson');
  recordingFile.write(entry('short'));
  recordingFile.close();
  expect(openCassette(file).entries.map(({ response }) => textOf(response?.body).length)).toEqual([text.length, 5]);
});

it('keeps JSON with more than 50,000 values as text', () => {
  const json = (values: number) => Buffer.from(JSON.stringify(Array.from({ length: values }, () => 1)));
  expect(readableBody(json(50_000))).toHaveProperty('json');
  expect(readableBody(json(50_001))).toHaveProperty('text');
});

it.each(['\n', ''])('refuses a line of NDJSON with more than 150,000 values before it parses them (end: %j)', (end) => {
  const file = join(folder, 'values.ndjson');
  const line = (values: number) => `{"kind":"input","a":[${'0,'.repeat(values)}0]}`;
  writeFileSync(file, `${JSON.stringify(header)}\n${line(149_000)}${end}`);
  expect(openCassette(file).documents).toHaveLength(1);
  // Not JSON, which a parser would report.
  writeFileSync(file, `${JSON.stringify(header)}\n${line(150_000)}]${end}`);
  const error = failureOf(() => openCassette(file)) as Error;
  expect(error.message).toContain('The line has more than 150,000 values. Write large bodies as text.');
  expect(error.cause).toBeInstanceOf(LimitError);
});

it.each([
  ['ndjson', '{"kind":"input","a":', '}'],
  ['yaml', '---\nkind: input\na: ', ''],
])('names the limit of nesting in %s', (ending, before, after) => {
  const file = join(folder, `deep.${ending}`);
  const head =
    ending === 'yaml'
      ? 'kind: cassette\nversion: 1\norigin: live\ntool: t\nredaction: n\n'
      : `${JSON.stringify(header)}\n`;
  writeFileSync(file, `${head}${before}${'['.repeat(600)}${']'.repeat(600)}${after}\n`);
  const error = failureOf(() => openCassette(file)) as Error;
  expect(error.message).toContain('The document has more than 500 levels of nesting');
  expect(error.cause).toBeInstanceOf(LimitError);
});
