import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { exportCase, importFiles } from '../../src/cases/index.js';
import type { CassetteDocument, CassetteHeader } from '../../src/cassette/index.js';
import { openCassette } from '../../src/cassette/index.js';
import { createRedactor, KnownSecrets, RULES } from '../../src/redact/index.js';
import { sampled } from '../support/rotation.js';

const folder = mkdtempSync(join(tmpdir(), 'secret-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

type Row = (typeof RULES)[number];
const rows = (RULES as readonly Row[]).filter(({ detector }) => detector.in === 'text');
const examplesOf = (row: Row) => [row.example, ...(('examples' in row && row.examples) || [])] as string[];
const keepsOf = (row: Row) => (('keeps' in row && row.keeps) || []) as string[];

/** The rows of secrets that a text shows by its form. */
const secretRows = rows.filter((row) => row.kind === 'secret' && 'keeps' in row);
/** The examples of each row with its own reader, and of a share of the token formats, which have one reader. */
const EXAMPLES = sampled(secretRows, (row) => 'examples' in row).flatMap(examplesOf);
const KEEPS = secretRows.flatMap(keepsOf);

function redacted(text: string): string {
  const redactor = createRedactor();
  redactor.learn({ text }, 'a text');
  return redactor.replace({ text }, 'a text').text;
}

/** What of an example is a secret: the text that redaction replaces. */
function secretOf(example: string): string {
  const after = redacted(example);
  let start = 0;
  while (example[start] === after[start]) start++;
  let end = 0;
  while (end < example.length - start && example.at(-1 - end) === after.at(-1 - end)) end++;
  return example.slice(start, example.length - end);
}
/** Shorter ones can occur in other texts, and are searched for with the example around them. */
const MIN_UNIQUE = 5;
const SECRETS = EXAMPLES.map(secretOf).filter(({ length }) => length >= MIN_UNIQUE);
/** The secrets in a text. A number that is a part of a longer number is another number. */
const secretsIn = (text: string) =>
  SECRETS.filter((one) => (/^\d+$/.test(one) ? new RegExp(`(?<!\\d)${one}(?!\\d)`).test(text) : text.includes(one)));

it('has look-alikes for each row', () => {
  expect(secretRows.length).toBeGreaterThan(90);
  expect(secretRows.filter((row) => keepsOf(row).length === 0).map(({ finds }) => finds)).toEqual([]);
});

describe('a text', () => {
  it.each(rows.map((row) => [row.finds, row] as const))(
    'redacts its examples and keeps its look-alikes: %s',
    (_, row) => {
      const left = examplesOf(row).filter((text) => redacted(text) === text);
      const lost = keepsOf(row).filter((text) => redacted(text) !== text);
      expect({ left, lost }).toEqual({ left: [], lost: [] });
    },
  );

  it('keeps each look-alike beside all others', () => {
    const document = { text: KEEPS, lines: KEEPS.join('\n') };
    const redactor = createRedactor();
    redactor.learn(document, 'texts');
    expect(redactor.replace(document, 'texts')).toEqual(document);
  });
});

const written = (texts: readonly string[]) => texts.map((text) => `run(${JSON.stringify(text)})`);
const leftIn = (text: string) => EXAMPLES.filter((one) => text.includes(JSON.stringify(one).slice(1, -1)));

describe('the history', () => {
  it('redacts each example in a literal, and the code still parses', () => {
    for (const source of written(EXAMPLES)) {
      const kept = new KnownSecrets().input(source);
      expect(kept).not.toBe(source);
      expect(kept).toMatch(/^run\(".*"\)$/s);
    }
  });

  it('redacts the words of a command in a list of arguments', () => {
    const input = (source: string) => new KnownSecrets().input(source);
    expect(input("spawn('deploy', ['--token', 'Tr0ub4dor7x'])")).toBe("spawn('deploy', ['--token', '[cut]'])");
    expect(input("spawn('curl', ['-u', 'ann:Tr0ub4dor7x'])")).toBe("spawn('curl', ['-u', 'ann:[cut]'])");
    expect(input("spawn('mysql', ['-pTr0ub4dor7x', 'shop'])")).toBe("spawn('mysql', ['-p[cut]', 'shop'])");
    expect(input("spawn('sort', ['-u', 'ann:Tr0ub4dor7x'])")).toBe("spawn('sort', ['-u', 'ann:Tr0ub4dor7x'])");
  });

  // In typed code, what follows a name and a colon is redacted as well. A wrong match removes only one string.
  it.each(written(sampled(KEEPS, (text) => !text.endsWith('…')).filter((text) => !/[\w"']\s?:/.test(text))))(
    'keeps the look-alike %s',
    (source) => {
      expect(new KnownSecrets().input(source)).toBe(source);
    },
  );
});

const header: CassetteHeader = { kind: 'cassette', version: 1, origin: 'live', tool: 'test', redaction: 'none' };
const exchange = (texts: readonly string[]): CassetteDocument[] => [
  { kind: 'input', source: written(texts).join('\n') },
  { kind: 'output', text: texts.join('\n') },
  {
    kind: 'http',
    op: 'queues.create',
    request: { method: 'POST', url: 'https://acme.example.com/api/relay/rest/queues', body: { json: { name: texts } } },
    response: { status: 200, headers: { 'content-type': 'text/plain' }, body: { text: JSON.stringify(texts) } },
  },
];

describe('a recording', () => {
  it('of a session has no example in its inputs, outputs and requests, and neither have its saved files', async () => {
    const bench = createBench();
    bench.define({ texts: EXAMPLES });
    await bench.record({ file: file('tape.yaml'), redact: true, session: true });
    await bench.run('function run(text) { return text }');
    await bench.run(written(EXAMPLES).join('\n'));
    await bench.run('texts.join("\\n")');
    await bench.run("await platform.queues.create({ name: 'a', texts })");
    for (const name of ['saved.ts', 'saved.yaml', 'saved.md']) await bench.run(`.save ${file(name)}`);
    await bench.close();
    for (const name of ['tape.yaml', 'saved.ts', 'saved.yaml', 'saved.md']) {
      const text = readFileSync(file(name), 'utf8');
      expect(text, name).toContain('run(');
      expect(secretsIn(text), name).toEqual([]);
    }
  });

  it.each(['ts', 'test', 'notebook', 'curl', 'http', 'har', 'report'])(
    'has no example in its export to %s',
    async (format) => {
      const text = await exportCase({ header, documents: exchange(EXAMPLES) }, format);
      expect(leftIn(text)).toEqual([]);
      expect(secretsIn(text)).toEqual([]);
    },
  );

  it('has no example after an import', () => {
    const commands = EXAMPLES.map(
      (text) =>
        `curl -u proj:PT0123 https://acme.example.com/api/relay/rest/queues -H 'Content-Type: application/json' -d '${JSON.stringify({ name: text }).replaceAll("'", "'\\''")}'`,
    );
    writeFileSync(file('ticket.txt'), commands.join('\n'));
    importFiles([file('ticket.txt')], { output: file('case.yaml'), secrets: [], next: (name) => name });
    const text = readFileSync(file('case.yaml'), 'utf8');
    expect(openCassette(file('case.yaml')).documents.length).toBe(EXAMPLES.length);
    expect(secretsIn(text)).toEqual([]);
  });
});
