import { openSqlite, type Sqlite } from './sqlite.js';

/** A chunk that has some of the words, and how well it fits them, on a scale without an end. */
export interface KeywordMatch {
  readonly id: number;
  readonly strength: number;
}

/** Finds chunks by their words, the best first. */
export interface Keywords {
  find(expression: string, most: number): KeywordMatch[];
  close(): void;
}

/** Asks the full-text index that is in a file. */
export const storedKeywords = (database: Sqlite): Keywords => asking(database, 'chunks_fts', () => {});

/** An index of our own, in memory, for files whose own is empty, is only half filled, or is not to be trusted. */
export async function ownKeywords(): Promise<Keywords & { add(id: number, text: string): void }> {
  const database = await openSqlite(':memory:');
  database.exec("CREATE VIRTUAL TABLE own USING fts5(text, content='', tokenize='porter unicode61')");
  const add = database.runner('INSERT INTO own(rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  return { add, ...asking(database, 'own', () => database.close()) };
}

function asking(database: Sqlite, table: string, close: () => void): Keywords {
  // A file can name a function of its choice as its rank; this names one itself.
  const ask = database.asker(
    `SELECT rowid, rank FROM ${table} WHERE ${table} MATCH ? AND rank MATCH 'bm25()' ORDER BY rank LIMIT ?`,
  );
  return {
    find: (expression, most) =>
      ask(expression, most).map(([id, rank]) => ({ id: Number(id), strength: -Number(rank) })),
    close,
  };
}
