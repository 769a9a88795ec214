import { openSqlite, type Sqlite } from './sqlite.js';

export interface KeywordMatch {
  readonly id: number;
  readonly strength: number;
}

export interface Keywords {
  find(expression: string, max: number): KeywordMatch[];
  close(): void;
}

export const storedKeywords = (database: Sqlite): Keywords => asking(database, 'chunks_fts', () => {});

/** Creates a full-text index in memory, for files whose own index is empty, incomplete or not trusted. */
export async function ownKeywords(): Promise<Keywords & { add(id: number, text: string): void }> {
  const database = await openSqlite(':memory:');
  database.exec("CREATE VIRTUAL TABLE own USING fts5(text, content='', tokenize='porter unicode61')");
  const add = database.runner('INSERT INTO own(rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  return { add, ...asking(database, 'own', () => database.close()) };
}

function asking(database: Sqlite, table: string, close: () => void): Keywords {
  // A file can configure any function as its rank, so the query sets the rank explicitly.
  const ask = database.asker(
    `SELECT rowid, rank FROM ${table} WHERE ${table} MATCH ? AND rank MATCH 'bm25()' ORDER BY rank LIMIT ?`,
  );
  return {
    find: (expression, max) => ask(expression, max).map(([id, rank]) => ({ id: Number(id), strength: -Number(rank) })),
    close,
  };
}
