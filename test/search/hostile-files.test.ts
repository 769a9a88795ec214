import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { bundledScript } from '../support/bundled-script.js';
import { seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';
import { CHUNKS, CONFIG, FULL_TEXT, floats, foreign } from './foreign.js';
import { Folder, openFileIndex, written } from './indexed.js';

const folder = new Folder();
afterAll(() => folder.remove());
const path = (name: string) => join(folder.path, `${name}.swsearch`);

const reader = bundledScript(join(import.meta.dirname, 'read-files.ts'));

/** Opens the files in a separate process, which must survive all of them. */
async function read(paths: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [reader, ...paths], { maxBuffer: 2 ** 26 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string);
}

const rebuilt = (database: { exec(sql: string): void }) =>
  database.exec("INSERT INTO chunks_fts(chunks_fts) VALUES ('rebuild')");
const ROWS = [{ content: 'alpha text' }, { content: 'beta text', embedding: floats(1, 2) }];
const ENDLESS = 'WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT';

it('explains why a file is not an index', async () => {
  const { text } = seeded(3);
  const random = Buffer.from(text(20_000, 'abcdefgh\u00ff\u0000'), 'latin1');
  mkdirSync(path('folder'));
  const paths = [
    path('missing'),
    path('folder'),
    folder.file('empty.swsearch'),
    folder.file('short.swsearch', 'SQLite'),
    folder.file('random.swsearch', random),
    folder.file('magic.swsearch', Buffer.concat([Buffer.from('SQLite format 3\0'), random])),
    await foreign(path('other'), { schema: ['CREATE TABLE other (a)'] }),
    await foreign(path('unconfigured'), { schema: [CHUNKS, FULL_TEXT] }),
  ];
  expect((await read(paths)).map((line) => line.replaceAll(folder.path, ''))).toEqual([
    'IndexFileError: the file /missing.swsearch does not exist. Create one with patchbay skills index DIR',
    'IndexFileError: /folder.swsearch is not a file',
    'IndexFileError: /empty.swsearch is not a .swsearch file',
    'IndexFileError: /short.swsearch is not a .swsearch file',
    'IndexFileError: /random.swsearch is not a .swsearch file',
    expect.stringMatching(/^IndexFileError: \/magic.swsearch cannot be used: /),
    expect.stringContaining('it has no table chunks'),
    expect.stringContaining('it has no table config'),
  ]);
});

it('runs no SQL of a file that replaces a table with a view', async () => {
  const row = "1 AS id, 'a' AS content, x'' AS embedding, 'f' AS filename";
  const view = (name: string) => `CREATE VIEW ${name} AS ${ENDLESS} x, ${row} FROM n`;
  const computed = CHUNKS.replace('filename TEXT NOT NULL', 'filename TEXT AS (hex(zeroblob(1000000))) VIRTUAL');
  const paths = [
    await foreign(path('view'), { schema: [view('chunks'), CONFIG] }),
    await foreign(path('config-view'), {
      schema: [CHUNKS, `CREATE VIEW config AS ${ENDLESS} x AS key, x AS value FROM n`],
    }),
    await foreign(path('computed'), { schema: [computed, CONFIG] }),
    await foreign(path('virtual'), {
      schema: ['CREATE VIRTUAL TABLE chunks USING fts5(id, content, embedding, filename)', CONFIG],
    }),
  ];
  expect((await read(paths)).map((line) => line.replace(/^.*cannot be used: /, ''))).toEqual([
    'its chunks is not a plain table',
    'its config is not a plain table',
    'its table chunks has no column filename',
    'its chunks is not a plain table',
  ]);
});

it('ignores a full-text index that would run SQL of the file', async () => {
  const behind = (sql: string) => (database: { exec(sql: string): void }) => {
    rebuilt(database);
    database.exec('PRAGMA writable_schema=ON');
    database.exec(sql);
  };
  const docsize = `UPDATE sqlite_schema SET type = 'view', rootpage = 0,
    sql = 'CREATE VIEW chunks_fts_docsize AS ${ENDLESS} x AS id, x AS sz FROM n' WHERE name = 'chunks_fts_docsize'`;
  const other = `UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE chunks_fts USING fts5(processed_content, keywords,
    metadata_text, content=''endless'', content_rowid=''id'', columnsize=0)' WHERE name = 'chunks_fts'`;
  const paths = [
    await foreign(path('docsize'), { rows: ROWS, fill: behind(docsize) }),
    await foreign(path('content'), { rows: ROWS, fill: behind(other) }),
    await foreign(path('index'), {
      rows: ROWS,
      fill: behind('CREATE INDEX extra ON chunks_fts_docsize(hex(zeroblob(100000)))'),
    }),
  ];
  expect(await read(paths)).toEqual(['found 2 1', 'found 2 1', 'found 2 1']);
});

it('ignores triggers and other views and does not change the file', async () => {
  const fill = (database: { exec(sql: string): void }) => {
    rebuilt(database);
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      database.exec(`CREATE TRIGGER on_${event} AFTER ${event} ON chunks BEGIN DELETE FROM config; END`);
    database.exec(`CREATE VIEW other AS ${ENDLESS} x FROM n`);
  };
  const file = await foreign(path('triggers'), { rows: ROWS, config: { a: 'b' }, fill });
  const before = readFileSync(file);
  expect(await read([file])).toEqual(['found 2 1']);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('survives invalid UTF-8, invalid vectors and truncated JSON', async () => {
  const bad = Uint8Array.of(0x61, 0xff, 0xfe, 0xc3);
  const rows = [
    { content: bad, filename: bad, tags: bad, metadata: bad, embedding: bad },
    { content: 'alpha', embedding: floats(Number.NaN, Number.POSITIVE_INFINITY), tags: '['.repeat(60_000) },
    { content: 'beta', embedding: new Uint8Array(), metadata: '{"a":'.repeat(12_000) },
    { content: 'text', embedding: new Uint8Array(9), tags: '{"a":1}', metadata: '[]' },
  ];
  const config = { embedding_dimensions: bad, embedding_model: bad };
  const paths = [
    await foreign(path('bytes'), { rows, config }),
    await foreign(path('filled'), { rows, config, fill: rebuilt }),
    ...(await Promise.all(
      ['-1', '1e9', 'NaN', '99999999999999999999', '1.5'].map((embedding_dimensions, index) =>
        foreign(path(`dimensions-${index}`), { rows, config: { embedding_dimensions } }),
      ),
    )),
  ];
  for (const line of await read(paths)) expect(line).toMatch(/^found( \d)+$/);
});

it('rejects row ids that are not distinct', async () => {
  const fill = (database: { exec(sql: string): void }) =>
    database.exec(
      "INSERT INTO chunks(id, content, processed_content, filename, embedding) VALUES (9223372036854775806, 'a', 'a', 'f', x'')",
    );
  expect(await read([await foreign(path('ids'), { rows: ROWS, fill })])).toEqual([expect.stringContaining('damaged')]);
});

it('terminates on pages that point at each other', async () => {
  const file = await foreign(path('circle'), {
    rows: Array.from({ length: 200 }, (_, index) => ({ content: `${index} ${'alpha '.repeat(300)}` })),
  });
  const bytes = readFileSync(file);
  const pageSize = bytes.readUInt16BE(16);
  let turned = 0;
  for (let page = 1; page < bytes.length / pageSize; page++) {
    const start = page * pageSize;
    if (bytes[start] !== 5) continue; // the inner pages of tables
    const first = bytes.readUInt32BE(start + bytes.readUInt16BE(start + 12));
    for (let cell = 0; cell < bytes.readUInt16BE(start + 3); cell++, turned++)
      bytes.writeUInt32BE(first, start + bytes.readUInt16BE(start + 12 + 2 * cell));
  }
  expect(turned).toBeGreaterThan(10);
  const [line] = await read([folder.file('circle.swsearch', bytes)]);
  expect(line).toMatch(/damaged|malformed/);
});

it('survives random changes to the bytes of a file', { timeout: 120_000 }, async () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'text'];
  const { below, pick } = seeded(17);
  const chunks = Array.from({ length: 60 }, (_, at) => ({
    content: Array.from({ length: 40 }, () => pick(words)).join(' '),
    filename: `${at % 7}.md`,
    tags: ['a'],
    vector: Float32Array.from({ length: 16 }, () => below(1000)),
  }));
  const good = readFileSync(await written(path('good'), chunks));
  const index = await openFileIndex(path('good'));
  expect(index.stats.chunks_with_vectors).toBe(60);
  await index.close();
  const all = Array.from({ length: 250 }, (_, at) => {
    const bytes = Buffer.from(good);
    // Some in the header and the schema, some in the heads of pages, where a byte means most, some anywhere.
    const place = [
      () => 16 + below(4000),
      () => below(good.length / 4096) * 4096 + below(20),
      () => below(good.length),
    ];
    for (let change = below(12); change >= 0; change--) bytes[pick(place)()] = below(256);
    return { at, bytes: at % 20 === 0 ? bytes.subarray(0, below(bytes.length)) : bytes };
  });
  const paths = sampled(all, ({ at }) => at < 10).map(({ at, bytes }) => folder.file(`changed-${at}.swsearch`, bytes));
  const lines = await read(paths);
  expect(lines).toHaveLength(paths.length);
  for (const line of lines) expect(line).toMatch(/^(found|IndexFileError: )/);
});
