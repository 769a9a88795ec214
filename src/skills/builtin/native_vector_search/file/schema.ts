import { IndexFileError } from './index-file-error.js';
import { type Sqlite, textOf } from './sqlite.js';

/** What of a file's schema reading it may rely on. */
export interface FileSchema {
  /** Columns of the chunks that the file has; older ones lack some. */
  readonly columns: ReadonlySet<string>;
  /** Whether the full-text index is one that can be asked without running anything the file brought along. */
  readonly hasFullText: boolean;
}

interface Item {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

const MOST_ITEMS = 500;

/**
 * Looks before anything is read: a view, a virtual table or a computed column in the place of what is kept would have SQL
 * of the file run. Other views and triggers are never touched, since nothing is written and nothing else is read.
 */
export function readSchema(database: Sqlite): FileSchema {
  const items = itemsOf(database);
  for (const table of ['chunks', 'config']) assertPlain(items, table);
  const columns = plainColumns(database, 'chunks');
  assertColumns('chunks', columns, ['id', 'content', 'embedding', 'filename']);
  assertColumns('config', plainColumns(database, 'config'), ['key', 'value']);
  return { columns, hasFullText: isKnownFullText(items) };
}

function itemsOf(database: Sqlite): Item[] {
  const select = ['type', 'name', 'tbl_name', 'sql'].map((name) => `CAST(${name} AS BLOB)`).join(', ');
  const rows = database.rows(`SELECT ${select} FROM sqlite_schema LIMIT ${MOST_ITEMS + 1}`);
  if (rows.length > MOST_ITEMS) throw new IndexFileError(`it has more than ${MOST_ITEMS} tables and indexes`);
  return rows.map((row) => {
    const [type = '', name = '', table = '', sql = ''] = row.map(textOf);
    return { type, name: name.toLowerCase(), table: table.toLowerCase(), sql: sql.replace(/\s+/g, ' ').trim() };
  });
}

function assertPlain(items: readonly Item[], table: string): void {
  const found = items.filter(({ type, name }) => name === table && type !== 'index');
  if (found.length === 0) throw new IndexFileError(`it has no table ${table}, so it is not a search index`);
  if (!found.every(({ type, sql }) => type === 'table' && /^CREATE TABLE /i.test(sql)))
    throw new IndexFileError(`its ${table} is not a plain table, and nothing else is read`);
}

/** Those that hold something. A computed one runs an expression of the file when it is read, so it is as if it were not there. */
function plainColumns(database: Sqlite, table: string): Set<string> {
  const columns = database.rows('SELECT CAST(name AS BLOB), hidden FROM pragma_table_xinfo(?)', table);
  return new Set(columns.flatMap(([name, hidden]) => (hidden === 0 ? [textOf(name).toLowerCase()] : [])));
}

function assertColumns(table: string, columns: ReadonlySet<string>, needed: readonly string[]): void {
  const missing = needed.filter((name) => !columns.has(name));
  if (missing.length > 0) throw new IndexFileError(`its table ${table} keeps no ${missing.join(' and no ')}`);
}

/** What FTS5 writes when it makes such an index: it asks these tables with SQL of its own. */
const SHADOWS: Readonly<Record<string, string>> = {
  data: '(id INTEGER PRIMARY KEY, block BLOB)',
  idx: '(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID',
  docsize: '(id INTEGER PRIMARY KEY, sz BLOB)',
  config: '(k PRIMARY KEY, v) WITHOUT ROWID',
};
/** Columns by name, the content in chunks by its id, and at most a choice among the tokenizers that SQLite has. */
const DECLARED =
  /^CREATE VIRTUAL TABLE (IF NOT EXISTS )?["']?chunks_fts["']? USING fts5 ?\( ?(\w+, ?)+content ?= ?["']chunks["'], ?content_rowid ?= ?["']id["'](, ?tokenize ?= ?["'][a-z0-9_ ]+["'])? ?\)$/i;

function isKnownFullText(items: readonly Item[]): boolean {
  const related = items.filter(({ name, table }) => name.startsWith('chunks_fts') || table.startsWith('chunks_fts'));
  const named = new Map(related.map((item) => [item.name, item]));
  const declaration = named.get('chunks_fts');
  if (!declaration || !DECLARED.test(declaration.sql)) return false;
  const known = Object.entries(SHADOWS).every(([part, columns]) => {
    const shadow = named.get(`chunks_fts_${part}`);
    return shadow?.type === 'table' && shadow.sql === `CREATE TABLE 'chunks_fts_${part}'${columns}`;
  });
  return known && related.length === 1 + Object.keys(SHADOWS).length;
}
