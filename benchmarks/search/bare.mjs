import Database from 'libsql';

/** A database as ours is: the same driver, the same pages, the same memory. */
function database(path) {
  const made = new Database(path);
  made.pragma('journal_mode=OFF');
  made.exec('PRAGMA page_size=65536; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536');
  return made;
}

/** Texts, and FTS5 over them as its manual has it. */
export async function bareFile(path) {
  const made = database(path);
  made.exec(`CREATE TABLE texts (id INTEGER PRIMARY KEY, content TEXT NOT NULL);
    CREATE VIRTUAL TABLE texts_fts USING fts5(content, content='texts', content_rowid='id'); BEGIN`);
  const insert = made.prepare('INSERT INTO texts(content) VALUES (?)');
  return {
    add: (content) => insert.run([content]),
    finish() {
      made.exec("INSERT INTO texts_fts(texts_fts) VALUES ('rebuild'); COMMIT");
      const ask = made.prepare('SELECT rowid, rank FROM texts_fts WHERE texts_fts MATCH ? ORDER BY rank LIMIT ?').raw();
      // Any of the words will do, as in ours.
      return (text, most) =>
        ask.all([
          text
            .split(' ')
            .map((word) => `"${word}"`)
            .join(' OR '),
          most,
        ]);
    },
  };
}

const COLUMNS = `content, keywords, embedding, filename, section, start_line, end_line, tags, metadata,
  metadata_text, chunk_hash`;

/** The rows that an index holds, ready to be inserted again. */
export async function rowsOf(file) {
  const made = new Database(file);
  const rows = made.prepare(`SELECT ${COLUMNS} FROM chunks ORDER BY id`).raw().all([]);
  const schema = made
    .prepare("SELECT sql FROM sqlite_schema WHERE name IN ('chunks', 'chunks_fts')")
    .raw()
    .all([])
    .flat();
  const indexes = made.prepare("SELECT sql FROM sqlite_schema WHERE name LIKE 'idx%'").raw().all([]).flat();
  made.close();
  return { rows, schema, indexes };
}

/** How long it takes to insert them into the same tables, in one transaction, the full-text index included. */
export async function bareInserts(path, { rows, schema, indexes }) {
  const made = database(path);
  const started = performance.now();
  for (const sql of schema) made.exec(sql);
  made.exec('BEGIN');
  const insert = made.prepare(`INSERT INTO chunks (${COLUMNS}) VALUES (${rows[0].map(() => '?')})`);
  for (const row of rows) insert.run(row);
  made.exec("INSERT INTO chunks_fts(chunks_fts) VALUES ('rebuild')");
  for (const sql of indexes) made.exec(sql);
  made.exec('COMMIT');
  made.close();
  return performance.now() - started;
}
