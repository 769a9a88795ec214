import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Earlier, type KnownVectors, keyOf, PREPROCESSING } from '../build/known-vectors.js';
import type { ChunkSink, NewChunk } from '../build/new-chunk.js';
import { metadataText, plainWords } from '../build/row-text.js';
import { vectorFromText, vectorText } from '../rank/vectors.js';
import { type Claim, claimed, dropAbandoned } from './claim.js';
import { failureOf } from './connect.js';
import { collectionName, newCollectionName, quoted, tableOf, unfinishedTable } from './names.js';

const LOT = 200;
/** Maximum number of dimensions of an HNSW index. Longer vectors are compared one by one. */
const MAX_INDEXED = 2000;

const CONFIG = `CREATE TABLE IF NOT EXISTS collection_config (
  collection_name TEXT PRIMARY KEY, model_name TEXT, embedding_dimensions INTEGER, chunking_strategy TEXT,
  languages JSONB, created_at TIMESTAMPTZ DEFAULT now(), metadata JSONB)`;

/** Fills a temporary table. `finish` replaces the collection with it. */
export class PostgresSink implements ChunkSink {
  readonly #pool: Pool;
  readonly #collection: string;
  readonly #unfinished: string;
  readonly #claim: Claim;
  #lot: NewChunk[] = [];

  private constructor(pool: Pool, collection: string, unfinished: string, claim: Claim) {
    this.#pool = pool;
    this.#collection = collection;
    this.#unfinished = unfinished;
    this.#claim = claim;
  }

  static async create(pool: Pool, collection: string): Promise<PostgresSink> {
    const name = newCollectionName(collection);
    const number = randomBytes(4).toString('hex');
    const unfinished = unfinishedTable(name, number);
    let claim: Claim | undefined;
    try {
      claim = await claimed(pool, number);
      await dropAbandoned(pool, name);
      await pool.query('CREATE EXTENSION IF NOT EXISTS vector');
      await pool.query(CONFIG);
      await pool.query(`CREATE TABLE ${quoted(unfinished)} (
        id BIGSERIAL PRIMARY KEY, content TEXT NOT NULL, processed_content TEXT NOT NULL, embedding vector,
        filename TEXT NOT NULL, section TEXT, tags JSONB DEFAULT '[]', metadata JSONB DEFAULT '{}',
        metadata_text TEXT, created_at TIMESTAMPTZ DEFAULT now())`);
    } catch (error) {
      await claim?.release();
      throw failureOf(error);
    }
    return new PostgresSink(pool, name, unfinished, claim);
  }

  async add(chunk: NewChunk): Promise<void> {
    this.#lot.push(chunk);
    if (this.#lot.length === LOT) await this.#flush();
  }

  async finish(config: Readonly<Record<string, string>>): Promise<void> {
    const { embedding_model = 'none', embedding_dimensions = '0', chunking_strategy, ...rest } = config;
    const dimensions = Number(embedding_dimensions);
    await this.#flush();
    const own = quoted(this.#unfinished);
    // Creating the indexes after all rows are inserted is faster and gives better indexes.
    if (dimensions > 0) await this.#ask(`ALTER TABLE ${own} ALTER COLUMN embedding TYPE vector(${dimensions})`);
    if (dimensions > 0 && dimensions <= MAX_INDEXED)
      await this.#ask(`CREATE INDEX ON ${own} USING hnsw (embedding vector_cosine_ops)`);
    await this.#ask(`CREATE INDEX ON ${own} USING gin (to_tsvector('english', content))`);
    await this.#ask(`CREATE INDEX ON ${own} USING gin (tags)`);
    await this.#replace([embedding_model, dimensions, chunking_strategy, JSON.stringify(rest)]);
    await this.#ask(`ANALYZE ${quoted(tableOf(this.#collection))}`);
    await this.#claim.release();
  }

  async abandon(): Promise<void> {
    await this.#ask(`DROP TABLE IF EXISTS ${quoted(this.#unfinished)}`).finally(() => this.#claim.release());
  }

  async #replace(config: readonly unknown[]): Promise<void> {
    const table = quoted(tableOf(this.#collection));
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`DROP TABLE IF EXISTS ${table}`);
      await client.query(`ALTER TABLE ${quoted(this.#unfinished)} RENAME TO ${table}`);
      await client.query(
        `INSERT INTO collection_config
           (collection_name, model_name, embedding_dimensions, chunking_strategy, languages, created_at, metadata)
         VALUES ($1, $2, $3, $4, '["en"]', now(), $5)
         ON CONFLICT (collection_name) DO UPDATE SET model_name = EXCLUDED.model_name,
           embedding_dimensions = EXCLUDED.embedding_dimensions, chunking_strategy = EXCLUDED.chunking_strategy,
           languages = EXCLUDED.languages, created_at = EXCLUDED.created_at, metadata = EXCLUDED.metadata`,
        [this.#collection, ...config],
      );
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      client.release(true); // closing the connection rolls back the transaction
      throw failureOf(error);
    }
  }

  async #flush(): Promise<void> {
    const rows = this.#lot.map(({ content, filename, section = '', tags = [], metadata = {}, vector }) => ({
      content,
      processed_content: plainWords(content),
      embedding: vector ? vectorText(vector) : null,
      filename,
      section,
      tags,
      metadata,
      metadata_text: metadataText(section, tags, metadata),
    }));
    this.#lot = [];
    if (rows.length === 0) return;
    const columns = 'content, processed_content, embedding, filename, section, tags, metadata, metadata_text';
    await this.#ask(
      `INSERT INTO ${quoted(this.#unfinished)} (${columns})
       SELECT content, processed_content, embedding::vector, filename, section, tags, metadata, metadata_text
       FROM jsonb_to_recordset($1::jsonb) AS row(content text, processed_content text, embedding text, filename text,
         section text, tags jsonb, metadata jsonb, metadata_text text)`,
      [JSON.stringify(rows)],
    );
  }

  async #ask(sql: string, values: readonly unknown[] = []): Promise<void> {
    try {
      await this.#pool.query(sql, [...values]);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

/** Describes the existing collection. It contains vectors only if the same model made them. */
export async function earlierCollection(pool: Pool, collection: string, model: string): Promise<Earlier> {
  return {
    vectors: await knownVectorsOf(pool, collection, model),
    async holding(names) {
      const table = quoted(tableOf(collection));
      const { rows: found } = await pool.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [table]);
      if (found[0]?.is_there !== true) return [];
      const { rows } = await pool.query(`SELECT DISTINCT filename FROM ${table} WHERE filename = ANY($1)`, [
        [...names],
      ]);
      return rows.map(({ filename }) => String(filename));
    },
  };
}

async function knownVectorsOf(pool: Pool, collection: string, model: string): Promise<KnownVectors> {
  const known = new Map<string, Float32Array>();
  const { rows: configs } = await pool.query(
    "SELECT 1 FROM collection_config WHERE collection_name = $1 AND model_name = $2 AND metadata->>'preprocessing_version' = $3 AND to_regclass($4) IS NOT NULL",
    [collectionName(collection), model, PREPROCESSING, quoted(tableOf(collection))],
  );
  if (configs.length === 0) return known;
  const { rows } = await pool.query(
    `SELECT content, tags, embedding::text AS vector FROM ${quoted(tableOf(collection))} WHERE embedding IS NOT NULL`,
  );
  for (const { content, tags, vector } of rows) known.set(keyOf(content, tags), vectorFromText(vector));
  return known;
}
