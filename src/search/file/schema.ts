import { IndexFileError, type Sqlite, textOf } from './sqlite.js';

/** The parts of a file's schema that readers may rely on. */
export interface FileSchema {
  /** Columns of the `chunks` table. Older files lack some. */
  readonly columns: ReadonlySet<string>;
  /** Whether the full-text index can be queried without running SQL from the file. */
  readonly hasFullText: boolean;
}

interface Item {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

const MAX_ITEMS = 500;

/** Validates the schema first, because a view, a virtual table or a computed column could run SQL of the file. */
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
  const rows = database.rows(`SELECT ${select} FROM sqlite_schema LIMIT ${MAX_ITEMS + 1}`);
  if (rows.length > MAX_ITEMS) throw new IndexFileError(`it has more than ${MAX_ITEMS} tables and indexes`);
  return rows.map((row) => {
    const [type = '', name = '', table = '', sql = ''] = row.map(textOf);
    return { type, name: name.toLowerCase(), table: table.toLowerCase(), sql: sql.replace(/\s+/g, ' ').trim() };
  });
}

function assertPlain(items: readonly Item[], table: string): void {
  const found = items.filter(({ type, name }) => name === table && type !== 'index');
  if (found.length === 0) throw new IndexFileError(`it has no table ${table}, so it is not a search index`);
  if (!found.every(({ type, sql }) => type === 'table' && /^CREATE TABLE /i.test(sql)))
    throw new IndexFileError(`its ${table} is not a plain table`);
}

/** Returns the stored columns. It ignores computed columns, because reading one runs an expression from the file. */
function plainColumns(database: Sqlite, table: string): Set<string> {
  const columns = database.rows('SELECT CAST(name AS BLOB), hidden FROM pragma_table_xinfo(?)', table);
  return new Set(columns.flatMap(([name, hidden]) => (hidden === 0 ? [textOf(name).toLowerCase()] : [])));
}

function assertColumns(table: string, columns: ReadonlySet<string>, needed: readonly string[]): void {
  const missing = needed.filter((name) => !columns.has(name));
  if (missing.length > 0)
    throw new IndexFileError(`its table ${table} has no column ${missing.join(' and no column ')}`);
}

/** The tables that FTS5 creates for its index. FTS5 queries them with its own SQL. */
const SHADOWS: Readonly<Record<string, string>> = {
  data: '(id INTEGER PRIMARY KEY, block BLOB)',
  idx: '(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID',
  docsize: '(id INTEGER PRIMARY KEY, sz BLOB)',
  config: '(k PRIMARY KEY, v) WITHOUT ROWID',
};
/** Allows only named columns, external content in `chunks` by id, and an optional tokenizer of SQLite. */
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

const MAX_KEYS = 200;
const MAX_LENGTH = 65_536;
const MAX_DIMENSIONS = 16_384;

export function readConfig(database: Sqlite): Map<string, string> {
  const value = `substr(CAST(value AS BLOB), 1, ${MAX_LENGTH})`;
  const rows = database.rows(`SELECT CAST(key AS BLOB), ${value} FROM config NOT INDEXED LIMIT ${MAX_KEYS}`);
  return new Map(rows.map(([key, text]) => [textOf(key), textOf(text)]));
}

export function dimensionsIn(config: ReadonlyMap<string, string>): number {
  const dimensions = Number(config.get('embedding_dimensions') ?? 0);
  return Number.isInteger(dimensions) && dimensions > 0 && dimensions <= MAX_DIMENSIONS ? dimensions : 0;
}
