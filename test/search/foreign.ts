import { openSqlite, type Sqlite } from '../../src/search/file/sqlite.js';

/** As other tools of the family declare it. */
export const CHUNKS = `CREATE TABLE chunks (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL,
  processed_content TEXT NOT NULL, keywords TEXT, language TEXT DEFAULT 'en', embedding BLOB NOT NULL,
  filename TEXT NOT NULL, section TEXT, start_line INTEGER, end_line INTEGER, tags TEXT, metadata TEXT,
  metadata_text TEXT, chunk_hash TEXT UNIQUE, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)`;
export const FULL_TEXT = `CREATE VIRTUAL TABLE chunks_fts USING fts5(
  processed_content, keywords, metadata_text, content='chunks', content_rowid='id')`;
export const CONFIG = 'CREATE TABLE config (key TEXT PRIMARY KEY, value TEXT)';

export interface ForeignRow {
  readonly content?: string | Uint8Array;
  readonly filename?: string | Uint8Array;
  readonly embedding?: Uint8Array;
  readonly tags?: string | Uint8Array;
  readonly metadata?: string | Uint8Array;
}

export const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

/** Makes a file with SQL of the test's own; `fill` adds whatever else it is about. */
export async function foreign(
  path: string,
  { rows = [], schema = [CHUNKS, FULL_TEXT, CONFIG], config = {}, fill }: ForeignFile = {},
): Promise<string> {
  const database = await openSqlite(path);
  for (const statement of schema) database.exec(statement);
  const hasChunks = schema.includes(CHUNKS);
  // Only a cast puts invalid text into a text column.
  const add = hasChunks
    ? database.runner(`INSERT INTO chunks(content, processed_content, filename, embedding, tags, metadata, chunk_hash)
        VALUES (CAST(?1 AS TEXT), CAST(?1 AS TEXT), CAST(?2 AS TEXT), ?3, CAST(?4 AS TEXT), CAST(?5 AS TEXT), ?6)`)
    : () => {};
  for (const [index, row] of rows.entries()) {
    const {
      content = `text ${index}`,
      filename = `${index}.md`,
      embedding = new Uint8Array(),
      tags = '[]',
      metadata = '{}',
    } = row;
    add(content, filename, embedding, tags, metadata, String(index));
  }
  for (const [key, value] of Object.entries(config))
    database.runner('INSERT INTO config VALUES (?, CAST(? AS TEXT))')(key, value);
  fill?.(database);
  database.close();
  return path;
}

interface ForeignFile {
  readonly rows?: readonly ForeignRow[];
  readonly schema?: readonly string[];
  readonly config?: Readonly<Record<string, string | Uint8Array>>;
  readonly fill?: (database: Sqlite) => void;
}
