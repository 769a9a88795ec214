import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FileSchema, readSchema } from './schema.js';
import { IndexFileError, openSqlite, type Sqlite, SqliteMissing } from './sqlite.js';

export interface OpenedFile {
  readonly database: Sqlite;
  readonly schema: FileSchema;
}

const MAGIC = 'SQLite format 3\0';

/** Opens a `.swsearch` file read-only. Throws an `IndexFileError` if the file is unusable. */
export async function openIndexFile(path: string): Promise<OpenedFile> {
  await assertDatabase(path);
  // `immutable` skips locks and journals. That is safe because an index file is replaced, never changed in place.
  const uri = `${pathToFileURL(resolve(path)).href}?mode=ro&immutable=1`;
  let database: Sqlite | undefined;
  try {
    database = await openSqlite(uri);
    database.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0');
    database.exec('PRAGMA cache_size=-65536');
    return { database, schema: readSchema(database) };
  } catch (error) {
    database?.close();
    throw error instanceof SqliteMissing ? error : unusable(path, error);
  }
}

export function unusable(path: string, cause: unknown): IndexFileError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new IndexFileError(`${path} cannot be used: ${why}`, { cause });
}

async function assertDatabase(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new IndexFileError(`the file ${path} does not exist. Create one with patchbay skills index DIR`);
  if (!found.isFile()) throw new IndexFileError(`${path} is not a file`);
  const log = await stat(`${path}-wal`).catch(() => undefined);
  if (log && log.size > 0)
    throw new IndexFileError(
      `${path} is still being written. Close the program that writes it, and wait until ${path}-wal is gone`,
    );
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    if (buffer.subarray(0, bytesRead).toString('latin1') !== MAGIC)
      throw new IndexFileError(`${path} is not a .swsearch file`);
  } finally {
    await file.close();
  }
}
