import { createHash } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqlite, type Sqlite } from '../file/sqlite.js';
import { bytesOf } from '../rank/vectors.js';
import type { ChunkSink, NewChunk } from './new-chunk.js';
import { keywordsOf, metadataText } from './row-text.js';
import { behindLinks, removeAbandoned, unfinishedName } from './unfinished.js';

// Other tools read processed_content, so it is a computed column that stores no second copy.
const SCHEMA = `
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL, processed_content TEXT AS (content), keywords TEXT,
  language TEXT DEFAULT 'en', embedding BLOB NOT NULL, filename TEXT NOT NULL, section TEXT, start_line INTEGER,
  end_line INTEGER, tags TEXT, metadata TEXT, metadata_text TEXT, chunk_hash TEXT UNIQUE,
  created_at TEXT DEFAULT CURRENT_TIMESTAMP
);
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  processed_content, keywords, metadata_text, content='chunks', content_rowid='id', tokenize='porter unicode61'
);
CREATE TABLE synonyms (
  word TEXT, pos_tag TEXT, synonyms TEXT, language TEXT DEFAULT 'en', PRIMARY KEY (word, pos_tag, language)
);
CREATE TABLE config (key TEXT PRIMARY KEY, value TEXT);`;

const INSERT = `INSERT OR IGNORE INTO chunks
  (content, keywords, embedding, filename, section, start_line, end_line, tags, metadata, metadata_text, chunk_hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INDEX_WORDS = `INSERT INTO chunks_fts(rowid, processed_content, keywords, metadata_text)
  SELECT id, content, keywords, metadata_text FROM chunks WHERE id > ? ORDER BY id`;

const NO_VECTOR = new Uint8Array();
/** Number of rows whose words are indexed at once, while the rows are still in the cache. */
const LOT = 2000;

/** Files below this size get small pages, because large ones would be mostly unused space. */
const SMALL = 4 * 2 ** 20;

/** Writes a temporary file. `finish` renames it to the output file. */
export class SwsearchWriter implements ChunkSink {
  readonly #output: string;
  readonly #unfinished: string;
  readonly #database: Sqlite;
  readonly #insert: (...values: (string | number | Uint8Array | null)[]) => void;
  #inLot = 0;
  #indexedUpTo = 0;

  private constructor(output: string, unfinished: string, database: Sqlite) {
    this.#output = output;
    this.#unfinished = unfinished;
    this.#database = database;
    this.#insert = database.runner(INSERT);
  }

  static async create(path: string): Promise<SwsearchWriter> {
    const output = await behindLinks(path);
    const folder = await stat(dirname(output)).catch(() => undefined);
    if (!folder?.isDirectory()) throw new TypeError(`the output folder ${dirname(output)} does not exist`);
    await removeAbandoned(output);
    const unfinished = unfinishedName(output);
    const database = await openSqlite(unfinished);
    // No other process uses this file, and an unfinished file is deleted, so it needs no journal.
    database.rows('PRAGMA journal_mode=OFF');
    database.exec('PRAGMA page_size=65536; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536');
    // The lock shows other processes that the file is still being written.
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
    database.exec(SCHEMA);
    return new SwsearchWriter(output, unfinished, database);
  }

  add({ content, filename, section = '', start, end, tags = [], metadata = {}, vector }: NewChunk): void {
    const place = `${filename}:${section}:${start ?? ''}:${end ?? ''}:${content}`;
    this.#insert(
      content,
      JSON.stringify([...keywordsOf(content), ...tags]),
      vector ? bytesOf(vector) : NO_VECTOR,
      filename,
      section,
      start ?? null,
      end ?? null,
      JSON.stringify(tags),
      JSON.stringify(metadata),
      metadataText(section, tags, metadata),
      createHash('sha256').update(place).digest('hex').slice(0, 16),
    );
    if (++this.#inLot === LOT) this.#indexWords();
  }

  async finish(config: Readonly<Record<string, string>>): Promise<void> {
    this.#indexWords();
    this.#database.exec('COMMIT');
    // With synchronous=FULL, the last commit flushes the whole file to disk.
    this.#database.exec('PRAGMA synchronous=FULL; BEGIN');
    const set = this.#database.runner('INSERT INTO config(key, value) VALUES (?, ?)');
    for (const [key, value] of Object.entries(config)) set(key, value);
    this.#database.exec('COMMIT');
    if ((await stat(this.#unfinished)).size < SMALL) this.#database.exec('PRAGMA page_size=4096; VACUUM');
    // Closing does not release the lock while a prepared statement exists.
    this.#database.exec('PRAGMA locking_mode=NORMAL; SELECT 1 FROM config');
    this.#database.close();
    await rename(this.#unfinished, this.#output);
  }

  async abandon(): Promise<void> {
    this.#database.close();
    await rm(this.#unfinished, { force: true });
  }

  #indexWords(): void {
    this.#database.runner(INDEX_WORDS)(this.#indexedUpTo);
    this.#indexedUpTo = Number(this.#database.rows('SELECT max(id) FROM chunks')[0]?.[0] ?? 0);
    this.#inLot = 0;
  }
}
