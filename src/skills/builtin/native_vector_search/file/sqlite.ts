/** What may be bound. libsql ends the process over a Date, and over a Buffer that is not inside a list. */
type Value = string | number | Uint8Array | null;
type Row = readonly unknown[];

interface Statement {
  raw(): Statement;
  all(values: readonly Value[]): Row[];
  iterate(values: readonly Value[]): Iterable<Row>;
  run(values: readonly Value[]): unknown;
}

/** As much of libsql as is used here. */
interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export class SqliteMissing extends Error {
  override readonly name = 'SqliteMissing';
}

/** Opens a database by path or URI. The driver is native and optional, so it is loaded by the first one. */
export async function openSqlite(path: string): Promise<Sqlite> {
  let driver: new (path: string) => Database;
  try {
    driver = (await import('libsql')).default as unknown as typeof driver;
  } catch (cause) {
    throw new SqliteMissing('.swsearch files need the package libsql: npm install libsql', { cause });
  }
  return new Sqlite(new driver(path));
}

/** A connection whose values are always bound as a list, and whose rows come as lists. */
export class Sqlite {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  rows(sql: string, ...values: Value[]): Row[] {
    return this.#database.prepare(sql).raw().all(values);
  }

  each(sql: string, ...values: Value[]): Iterable<Row> {
    return this.#database.prepare(sql).raw().iterate(values);
  }

  /** A statement to be run many times. */
  runner(sql: string): (...values: Value[]) => void {
    const statement = this.#database.prepare(sql);
    return (...values) => void statement.run(values);
  }

  /** A question to be asked many times. */
  asker(sql: string): (...values: Value[]) => Row[] {
    const statement = this.#database.prepare(sql).raw();
    return (...values) => statement.all(values);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * The text of a column that was read as a blob. libsql ends the process when a column of type TEXT is not UTF-8, so no
 * text of a file is read in any other way.
 */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : '');

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
