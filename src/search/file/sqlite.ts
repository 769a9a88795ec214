/** Types that may be bound. libsql ends the process on a Date, and on a Buffer that is not inside an array. */
type Value = string | number | Uint8Array | null;
type Row = readonly unknown[];

interface Statement {
  raw(): Statement;
  all(values: readonly Value[]): Row[];
  iterate(values: readonly Value[]): Iterable<Row>;
  run(values: readonly Value[]): unknown;
}

interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export class SqliteMissing extends Error {
  override readonly name = 'SqliteMissing';
}

/** Opens a database by path or URI. It imports the driver on demand, because the driver is native and optional. */
export async function openSqlite(path: string): Promise<Sqlite> {
  let driver: new (path: string) => Database;
  try {
    driver = (await import('libsql')).default as unknown as typeof driver;
  } catch (cause) {
    throw new SqliteMissing('.swsearch files need the package libsql: npm install libsql', { cause });
  }
  return new Sqlite(new driver(path));
}

/** A connection that always binds values as an array and returns rows as arrays. */
export class Sqlite {
  constructor(private readonly database: Database) {}

  rows(sql: string, ...values: Value[]): Row[] {
    return this.database.prepare(sql).raw().all(values);
  }

  each(sql: string, ...values: Value[]): Iterable<Row> {
    return this.database.prepare(sql).raw().iterate(values);
  }

  runner(sql: string): (...values: Value[]) => void {
    const statement = this.database.prepare(sql);
    return (...values) => void statement.run(values);
  }

  asker(sql: string): (...values: Value[]) => Row[] {
    const statement = this.database.prepare(sql).raw();
    return (...values) => statement.all(values);
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  close(): void {
    this.database.close();
  }
}

/** libsql ends the process if a TEXT column is not UTF-8, so all text of a file is selected as a blob. */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : '');

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Explains to the user why a `.swsearch` file cannot be used. */
export class IndexFileError extends Error {
  override readonly name = 'IndexFileError';
}
