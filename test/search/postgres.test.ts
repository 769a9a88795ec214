import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setEgress } from '../../src/http/index.js';
import { connect, secretsIn } from '../../src/search/postgres/connect.js';
import { tableOf } from '../../src/search/postgres/names.js';
import { PostgresIndex } from '../../src/search/postgres/postgres-index.js';
import { PostgresSink } from '../../src/search/postgres/sink.js';
import { Agent, indexDocuments } from '../../src/skills/index.js';
import { Folder, hash, nowhere } from './indexed.js';

// A real Postgres, in this process, behind a real socket.
let database: PGlite;
let server: PGLiteSocketServer;
let connection_string = '';
const folder = new Folder();
const LIBRARY = join(import.meta.dirname, '..', '..', 'fixtures', 'search', 'library');

beforeAll(async () => {
  database = await PGlite.create({ extensions: { vector } });
  server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 10 });
  await server.start();
  connection_string = `postgresql://postgres:pass%40word@${server.getServerConn()}/postgres`;
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
  folder.remove();
});
afterEach(() => setEgress('open'));

const index = (collection_name: string, source = LIBRARY, options = {}) =>
  indexDocuments(source, { connection_string, collection_name }, { model: 'hash', send: nowhere, ...options });

async function agentWith(params: Record<string, unknown>) {
  const agent = new Agent({ env: {} });
  const logged: string[] = [];
  agent.on('log', ({ message }) => logged.push(message));
  const loading = agent.add_skill('native_vector_search', { backend: 'pgvector', connection_string, ...params });
  const ask = async (query: string, more = {}) =>
    String((await agent.call_tool('search_knowledge', { query, ...more })).response);
  return { agent, loading, logged, ask };
}

describe('a collection', () => {
  it('is built from a folder and returns the same results as the file', async () => {
    expect(await index('library')).toEqual({ files: 4, of: 4, leftOut: 0, empty: 0, chunks: 9, reused: 0 });
    const { agent, loading, ask } = await agentWith({ collection_name: 'library' });
    await loading;
    expect(await ask('how long may a book be kept', { count: 1 })).toContain(
      'File: borrowing.md; Section: Borrowing > How long',
    );
    expect(await ask('xylophone zebra', { count: 1 })).not.toContain('undefined');
    await agent.close();
  });

  it('is rebuilt as a whole, reuses its vectors and has no duplicates', async () => {
    await index('again');
    expect(await index('again')).toMatchObject({ chunks: 9, reused: 9 });
    const { rows } = await database.query('SELECT count(*)::int AS count FROM chunks_again');
    expect(rows).toEqual([{ count: 9 }]);
    const tables = await database.query("SELECT tablename FROM pg_tables WHERE tablename LIKE 'chunks_again%'");
    expect(tables.rows).toHaveLength(1);
  });

  it('stays unchanged if a rebuild fails', async () => {
    await index('kept');
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(index('kept', LIBRARY, { signal: stop.signal })).rejects.toThrow('enough');
    const tables = await database.query("SELECT tablename FROM pg_tables WHERE tablename LIKE 'chunks_kept%'");
    expect(tables.rows).toEqual([{ tablename: 'chunks_kept' }]);
  });

  it('removes only the tables of killed builds', async () => {
    const pool = await connect(connection_string);
    const working = await PostgresSink.create(pool, 'killed');
    await database.exec(`CREATE TABLE patchbay_new_killed_0badcafe (id int);
      CREATE TABLE patchbay_new_killed_too_0badcafe (id int); CREATE TABLE patchbay_new_killed_notes (id int)`);
    await index('killed');
    const tables = async () => {
      const { rows } = await database.query<{ tablename: string }>(
        "SELECT tablename FROM pg_tables WHERE tablename LIKE '%killed%' ORDER BY 1",
      );
      return rows.map(({ tablename }) => tablename.replace(/killed_[0-9a-f]{8}$/, 'killed_…'));
    };
    const others = ['patchbay_new_killed_notes', 'patchbay_new_killed_too_0badcafe'];
    expect(await tables()).toEqual(['chunks_killed', 'patchbay_new_killed_…', ...others]);
    await working.add({ content: 'Alpha.', filename: 'theirs.md' });
    await working.finish({ embedding_model: 'none' });
    expect(await tables()).toEqual(['chunks_killed', ...others]);
    expect((await database.query('SELECT filename FROM chunks_killed')).rows).toEqual([{ filename: 'theirs.md' }]);
    expect((await database.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).rows).toEqual([]);
    await pool.end();
  });

  it('is built from existing chunks with any text', async () => {
    const chunks = [{ content: 'Alpha.', tags: ['a\0'], metadata: { k: '\0', '\ud800': '\udc00' } }];
    folder.file('odd/a.json', JSON.stringify(chunks));
    await index('odd', join(folder.path, 'odd'), { strategy: 'json' });
    const { rows } = await database.query('SELECT content, tags, metadata->>$1 AS k FROM chunks_odd', ['k']);
    expect(rows).toEqual([{ content: 'Alpha.', tags: ['a'], k: '' }]);
  });
});

describe('the tables of a collection', () => {
  it('keeps files that cannot be read now unless losses are allowed', async () => {
    folder.file('losing/a.md', 'Alpha.');
    folder.file('losing/b.md', 'Beta.');
    await index('losing', join(folder.path, 'losing'));
    folder.file('losing/a.md', Buffer.alloc(10));
    await expect(index('losing', join(folder.path, 'losing'))).rejects.toThrow('the index contains a.md');
    expect((await database.query('SELECT 1 FROM chunks_losing')).rows).toHaveLength(2);
    await index('losing', join(folder.path, 'losing'), { mayLose: true });
    expect((await database.query('SELECT 1 FROM chunks_losing')).rows).toHaveLength(1);
  });

  it('has an HNSW index that is created after the rows', async () => {
    await index('hnsw');
    const { rows } = await database.query<{ indexdef: string }>(
      "SELECT indexdef FROM pg_indexes WHERE tablename = 'chunks_hnsw'",
    );
    const defined = rows.map(({ indexdef }) => indexdef).join('\n');
    expect(defined).toMatch(/USING hnsw \(embedding vector_cosine_ops\)/);
    expect(defined).toMatch(/USING gin \(tags\)/);
    expect(defined).toMatch(/to_tsvector\('english'/);
  });

  it('is filtered by tags in its queries, so that rare tags are found', async () => {
    const pool = await connect(connection_string);
    const sink = await PostgresSink.create(pool, 'tagged');
    const embedder = await hash();
    const [one, other] = await embedder.embed(['ticket number', 'a ticket among many other things']);
    for (let index = 0; index < 400; index++)
      await sink.add({ content: `ticket number ${index}`, filename: 'a.md', vector: one });
    await sink.add({ content: 'a ticket among many other things', filename: 'rare.md', tags: ['rare'], vector: other });
    await sink.finish({ embedding_model: 'hash-256', embedding_dimensions: '256' });
    const found = await PostgresIndex.open(pool, 'tagged');
    const question = { text: 'ticket number', count: 3, similarity_threshold: 0, tags: ['rare', 'other'] };
    expect((await found.search({ ...question, vector: one })).map(({ filename }) => filename)).toEqual(['rare.md']);
    expect((await found.search(question)).map(({ filename }) => filename)).toEqual(['rare.md']);
    await expect(found.search({ ...question, vector: new Float32Array(3) })).rejects.toThrow('have 256 dimensions');
    await found.close();
  });

  it('is readable if another tool created it, and without vectors by its words', async () => {
    await database.exec(`CREATE EXTENSION IF NOT EXISTS vector; CREATE TABLE chunks_theirs (id SERIAL PRIMARY KEY, content TEXT, processed_content TEXT,
      embedding vector(3), filename TEXT, section TEXT, tags JSONB, metadata JSONB, metadata_text TEXT);
      INSERT INTO chunks_theirs(content, filename, tags) VALUES ('The cat sleeps.', 'cat.md', '["pets"]'), ('A train.', NULL, NULL)`);
    const { loading, ask, agent } = await agentWith({ collection_name: 'theirs' });
    await loading;
    expect(await ask('sleeping cats')).toContain('File: cat.md; Tags: pets;');
    expect(await ask('train')).toContain('A train.');
    await agent.close();
  });
});

describe('a question', () => {
  beforeAll(() => index('quoted'));

  it.each(["'", "a' OR 'b", '\\', 'a & !b', "'); DROP TABLE chunks_quoted; --", ':* <->', '%_', '\u0000', '\ud800'])(
    'of %j is not SQL',
    async (text) => {
      const pool = await connect(connection_string);
      const found = await PostgresIndex.open(pool, 'quoted');
      await expect(found.search({ text, count: 2, similarity_threshold: 0, tags: [text] })).resolves.toEqual([]);
      await found.close();
      expect((await database.query('SELECT 1 FROM chunks_quoted')).rows).toHaveLength(9);
    },
  );

  it('returns nothing for a tag that no chunk has', async () => {
    await index('tags', LIBRARY, { tags: ['a'] });
    const pool = await connect(connection_string);
    const found = await PostgresIndex.open(pool, 'tags');
    const question = { text: 'library books', count: 2, similarity_threshold: 0 };
    expect(await found.search({ ...question, tags: ['\0'] })).toEqual([]);
    expect(await found.search({ ...question, tags: ['\0', 'a', '\ud800'] })).toHaveLength(2);
    await found.close();
  });

  it('is answered concurrently with others', async () => {
    await index('many');
    const { loading, ask, agent } = await agentWith({ collection_name: 'many' });
    await loading;
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('late return', { count: 1 })));
    expect(new Set(answers)).toEqual(new Set([expect.stringContaining('fees.md')]));
    await agent.close();
  });
});

it.each([
  ['My Docs', 'chunks_my_docs'],
  ['a"; DROP TABLE x; --', 'chunks_a___drop_table_x____'],
  ['ünï', 'chunks__n_'],
])('gives the collection %j a safe name', (collection, table) => {
  expect(tableOf(collection)).toBe(table);
});

it.each(['sales-eu', 'продажи', 'Sales', 'a"b'])(
  'rejects the collection %j, whose table would belong to another name',
  async (collection) => {
    await expect(index(collection)).rejects.toThrow(`the collection name ${collection} is invalid`);
    const tables = await database.query("SELECT tablename FROM pg_tables WHERE tablename ~ 'sales|____'");
    expect(tables.rows).toEqual([]);
  },
);

it('reads such a collection of another tool and reports its table', async () => {
  await database.exec(`CREATE EXTENSION IF NOT EXISTS vector; CREATE TABLE chunks_their_docs (id SERIAL PRIMARY KEY, content TEXT, embedding vector(3),
    filename TEXT, section TEXT, tags JSONB, metadata JSONB);
    INSERT INTO chunks_their_docs(content, filename) VALUES ('The cat sleeps.', 'cat.md')`);
  const { loading, logged, ask, agent } = await agentWith({ collection_name: 'their-docs' });
  await loading;
  expect(await ask('sleeping cats')).toContain('cat.md');
  expect(logged).toContainEqual(expect.stringContaining('their-docs is read from the table chunks_their_docs'));
  await agent.close();
});

it.each(['', 'x'.repeat(41)])('rejects the name %j', (collection) => {
  expect(() => tableOf(collection)).toThrow('1 to 40 characters');
});

describe('the connection', () => {
  it.each([
    'postgresql://user:secret-word@db.example.com/x',
    'postgresql://127.0.0.1/x?host=db.example.com',
    'postgresql://user:secret-word@[2001:db8::1]:5432/x',
  ])('does not leave this machine without permission: %s', async (elsewhere) => {
    setEgress('loopback');
    const { loading, logged } = await agentWith({ connection_string: elsewhere, collection_name: 'x' });
    await expect(loading).rejects.toThrow('setup()');
    expect(logged.join()).toMatch(/is not on this machine. Without --live, no request leaves this machine/);
    expect(logged.join()).not.toContain('secret-word');
  });

  it('checks the host from the environment', async () => {
    setEgress('loopback');
    process.env.PGHOST = 'db.example.com';
    try {
      await expect(connect('postgresql:///x')).rejects.toThrow('db.example.com');
    } finally {
      delete process.env.PGHOST;
    }
  });

  it('reaches this machine without permission for others', async () => {
    await index('near');
    setEgress('loopback');
    const { loading, agent } = await agentWith({ collection_name: 'near' });
    await expect(loading).resolves.toBeDefined();
    await agent.close();
  });

  it('does not repeat an invalid connection string', async () => {
    await expect(connect('postgresql://user:secret-word@:::bad')).rejects.toThrow(/^connection_string is invalid/);
  });

  it('reports a missing collection', async () => {
    const { loading, logged } = await agentWith({ collection_name: 'none' });
    await expect(loading).rejects.toThrow('setup()');
    expect(logged).toEqual([expect.stringContaining('the collection none does not exist')]);
  });

  it('apologizes if the connection to the database is lost', async () => {
    await index('gone');
    const { loading, ask, agent } = await agentWith({ collection_name: 'gone' });
    await loading;
    await database.exec('DROP TABLE chunks_gone');
    expect(await ask('books')).toBe('The knowledge base cannot be reached. Try again later.');
    await agent.close();
  });

  it('lists the secrets of a connection string', () => {
    expect(secretsIn('postgresql://user:pass%40word@host/x')).toEqual(['pass%40word', 'pass@word']);
    expect(secretsIn('postgresql://host/x')).toEqual([]);
  });
});
