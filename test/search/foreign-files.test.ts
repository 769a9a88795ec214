import { afterAll, expect, it } from 'vitest';
import { CHUNKS, CONFIG, FULL_TEXT, floats, foreign } from './foreign.js';
import { Folder, names, openFileIndex } from './indexed.js';

const folder = new Folder();
afterAll(() => folder.remove());
let made = 0;
const path = () => `${folder.path}/${made++}.swsearch`;

const ROWS = [
  { content: 'The cat sleeps.', filename: 'cat.md', embedding: floats(3, 0), tags: '["pets"]' },
  { content: 'The dog barks.', filename: 'dog.md', embedding: floats(0, 0.5), tags: '["pets","loud"]' },
];

it('detects an empty full-text index and still finds words', async () => {
  const index = await openFileIndex(await foreign(path(), { rows: ROWS }));
  expect(index.warnings).toEqual([expect.stringMatching(/full-text index cannot be used/)]);
  expect(await names(index, 'barking dogs')).toEqual(['dog.md']);
  await index.close();
});

it('detects a full-text index that lacks the last rows', async () => {
  const fill = (database: { exec(sql: string): void }) => {
    database.exec("INSERT INTO chunks_fts(chunks_fts) VALUES ('rebuild')");
    database.exec(
      "INSERT INTO chunks(content, processed_content, filename, embedding) VALUES ('A bird.', 'A bird.', 'bird.md', x'')",
    );
  };
  const index = await openFileIndex(await foreign(path(), { rows: ROWS, fill }));
  expect(await names(index, 'bird')).toEqual(['bird.md']);
  await index.close();
});

it('uses a complete full-text index', async () => {
  const fill = (database: { exec(sql: string): void }) =>
    database.exec("INSERT INTO chunks_fts(chunks_fts) VALUES ('rebuild')");
  const index = await openFileIndex(await foreign(path(), { rows: ROWS, fill }));
  expect([index.warnings, await names(index, 'cat')]).toEqual([[], ['cat.md']]);
  await index.close();
});

it('normalizes stored vectors', async () => {
  const index = await openFileIndex(await foreign(path(), { rows: ROWS, config: { embedding_dimensions: '2' } }));
  const [hit] = await index.search({
    text: '',
    vector: Float32Array.of(0.1, 0),
    count: 1,
    similarity_threshold: 0,
    tags: [],
  });
  expect(hit).toMatchObject({ filename: 'cat.md', tags: ['pets'] });
  expect(hit?.score).toBeCloseTo(1);
  await index.close();
});

it('reads older files without the newer columns', async () => {
  const old = 'CREATE TABLE chunks (id INTEGER PRIMARY KEY, content TEXT, embedding BLOB, filename TEXT)';
  const fill = (database: { exec(sql: string): void }) =>
    database.exec("INSERT INTO chunks VALUES (1, 'An old text.', x'', 'old.md')");
  const index = await openFileIndex(await foreign(path(), { schema: [old, CONFIG], fill }));
  expect(await names(index, 'old')).toEqual(['old.md']);
  await index.close();
});

it('unwraps metadata that is nested in itself', async () => {
  const metadata = '{"metadata":{"category":"animals"},"file_type":"md"}';
  const index = await openFileIndex(await foreign(path(), { rows: [{ content: 'A cat.', metadata }] }));
  const [hit] = await index.search({ text: 'cat', count: 1, similarity_threshold: 0, tags: [] });
  expect(hit?.metadata).toEqual({ category: 'animals', file_type: 'md' });
  await index.close();
});

it('counts vectors of the wrong length and finds their chunks by words', async () => {
  const rows = [
    ...ROWS,
    { content: 'A fish.', embedding: floats(1, 2, 3) },
    { content: 'A bee.', embedding: new Uint8Array(7) },
  ];
  const index = await openFileIndex(await foreign(path(), { rows, config: { embedding_dimensions: '2' } }));
  expect(index.stats).toMatchObject({ total_chunks: 4, chunks_with_vectors: 2, dimensions: 2 });
  expect(index.warnings).toContainEqual(expect.stringContaining('2 of 4 chunks'));
  expect(await names(index, 'fish', { vector: Float32Array.of(0, 0) })).toEqual(['2.md']);
  await index.close();
});

it('infers the length of the vectors if the file does not record it', async () => {
  const rows = [{ embedding: new Uint8Array() }, ...ROWS];
  const index = await openFileIndex(await foreign(path(), { rows, schema: [CHUNKS, FULL_TEXT, CONFIG] }));
  expect(index.stats).toMatchObject({ dimensions: 2, chunks_with_vectors: 2 });
  await index.close();
});
