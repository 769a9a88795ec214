import type { Pool, PoolClient } from 'pg';
import { ServiceFailure } from '../../http/index.js';
import { isPlain } from '../../util/index.js';
import { type Candidate, judge, poolFor } from '../rank/judge.js';
import { vectorText } from '../rank/vectors.js';
import { wordsOf } from '../rank/words.js';
import type { Hit, IndexStats, Question, SearchIndex } from '../search-index.js';
import { failureOf } from './connect.js';
import { collectionName, quoted, tableOf } from './names.js';

/** The maximum of hnsw.ef_search in pgvector. */
const MAX_NEIGHBOURS = 1000;

interface Row {
  readonly id: number | string;
  readonly content: string | null;
  readonly filename: string | null;
  readonly section: string | null;
  readonly tags: unknown;
  readonly metadata: unknown;
  readonly vector: number | null;
  readonly strength: number | null;
}

/** A collection in Postgres. Every query filters by tag before it limits the results. */
export class PostgresIndex implements SearchIndex {
  readonly warnings: readonly string[];
  readonly stats: IndexStats;
  readonly #pool: Pool;
  readonly #table: string;
  /** Since 0.8, pgvector can continue an index scan when a filter leaves too few rows. */
  readonly #canLookFurther: boolean;

  private constructor(pool: Pool, collection: string, stats: IndexStats, canLookFurther: boolean) {
    const table = tableOf(collection);
    this.#pool = pool;
    this.#table = quoted(table);
    this.stats = stats;
    this.warnings =
      collection === collectionName(collection) ? [] : [`the collection ${collection} is read from the table ${table}`];
    this.#canLookFurther = canLookFurther;
  }

  /** Opens a collection. Throws a `ServiceFailure` if it cannot be searched. */
  static async open(pool: Pool, collection: string): Promise<PostgresIndex> {
    try {
      const table = tableOf(collection);
      const { rows } = await pool.query('SELECT to_regclass($1) AS found', [quoted(table)]);
      if (rows[0]?.found === null) throw new ServiceFailure('refused', `the collection ${collection} does not exist`);
      const stats = await statsOf(pool, table, collection);
      const extension = await pool.query("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
      const [major = 0, minor = 0] = String(extension.rows[0]?.extversion ?? '0.0')
        .split('.')
        .map(Number);
      return new PostgresIndex(pool, collection, stats, major > 0 || minor >= 8);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async search(question: Question, signal?: AbortSignal): Promise<Hit[]> {
    const { vector } = question;
    if (vector && this.stats.dimensions > 0 && vector.length !== this.stats.dimensions)
      throw new TypeError(
        `the vectors of the collection have ${this.stats.dimensions} dimensions, but the vector of the question has ${vector.length}`,
      );
    const words = wordsOf(question.text);
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      signal?.throwIfAborted();
      await client.query('BEGIN READ ONLY');
      const candidates = await this.#candidates(client, words, question);
      await client.query('COMMIT');
      client.release();
      return judge(candidates, words, question);
    } catch (error) {
      // Destroy the connection, because its state is unknown.
      client?.release(true);
      signal?.throwIfAborted();
      throw failureOf(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #candidates(client: PoolClient, words: readonly string[], question: Question): Promise<Candidate[]> {
    const pool = poolFor(question.count);
    const vector = question.vector && question.keyword_weight !== 1 ? vectorText(question.vector) : null;
    // Text in Postgres cannot contain NUL, so no chunk has such a tag.
    const tags = question.tags.length > 0 ? question.tags.filter((tag) => !tag.includes('\0')) : null;
    const terms = words.map((word) => `'${word}'`).join(' | ');
    const found = new Map<number, Candidate>();
    if (vector !== null) {
      await client.query(`SET LOCAL hnsw.ef_search = ${Math.min(MAX_NEIGHBOURS, Math.max(100, pool))}`);
      if (this.#canLookFurther) await client.query('SET LOCAL hnsw.iterative_scan = strict_order');
      const { rows } = await client.query<Row>(near(this.#table), [vector, tags, terms, pool]);
      for (const row of rows) found.set(Number(row.id), candidateOf(row));
    }
    if (terms !== '') {
      const { rows } = await client.query<Row>(matching(this.#table), [vector, tags, terms, pool]);
      for (const row of rows) found.set(Number(row.id), candidateOf(row));
    }
    return [...found.values()];
  }
}

const DOCUMENT = "to_tsvector('english', content)";
const WORDS = "to_tsquery('english', $3)";
const COLUMNS = `id, content, filename, section, tags, metadata,
  1 - (embedding <=> $1::vector) AS vector, ts_rank(${DOCUMENT}, ${WORDS}) AS strength`;
const WITH_TAGS = '($2::text[] IS NULL OR tags ?| $2)';

const near = (table: string) =>
  `SELECT ${COLUMNS} FROM ${table} WHERE ${WITH_TAGS} AND embedding IS NOT NULL ORDER BY embedding <=> $1::vector LIMIT $4`;

const matching = (table: string) =>
  `SELECT ${COLUMNS} FROM ${table} WHERE ${DOCUMENT} @@ ${WORDS} AND ${WITH_TAGS} ORDER BY strength DESC, id LIMIT $4`;

function candidateOf({ id, content, filename, section, tags, metadata, vector, strength }: Row): Candidate {
  return {
    chunk: {
      id: Number(id),
      content: content ?? '',
      filename: filename ?? '',
      section: section ?? '',
      tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
      metadata: isPlain(metadata) ? metadata : {},
    },
    vector: Number(vector ?? 0) || 0,
    strength: strength ?? 0,
  };
}

async function statsOf(pool: Pool, table: string, collection: string): Promise<IndexStats> {
  const count = 'count(*)::int AS total_chunks, count(DISTINCT filename)::int AS total_files';
  const counted = await pool.query(
    `SELECT ${count}, count(embedding)::int AS chunks_with_vectors FROM ${quoted(table)}`,
  );
  const config = await pool
    .query(
      `SELECT model_name, embedding_dimensions FROM collection_config WHERE lower(collection_name) = ANY($1)
         ORDER BY created_at DESC NULLS LAST`, // the latest configuration first
      [[collection.toLowerCase(), collectionName(collection)]],
    )
    .catch(() => ({ rows: [] })); // a table that was created manually has no configuration
  const { model_name = '', embedding_dimensions = 0 } = config.rows[0] ?? {};
  return { ...counted.rows[0], model: String(model_name ?? ''), dimensions: Number(embedding_dimensions ?? 0) };
}
