import { createHash } from 'node:crypto';
import { openIndexFile } from '../file/open.js';
import { readConfig } from '../file/schema.js';
import { type Sqlite, textOf } from '../file/sqlite.js';
import { tagsIn } from '../file/stored-json.js';
import { vectorOf } from '../rank/vectors.js';

export type KnownVectors = ReadonlyMap<string, Float32Array>;

export const PREPROCESSING = '1.0';

export const keyOf = (content: string, tags: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([content, tags]))
    .digest('base64');

/** Reads the vectors of an earlier index of the same model. Unchanged text is not embedded again, even if it moved. */
export async function knownVectors(path: string, model: string): Promise<KnownVectors> {
  const { database, schema } = await openIndexFile(path);
  const known = new Map<string, Float32Array>();
  try {
    const config = readConfig(database);
    if (config.get('embedding_model') !== model || config.get('preprocessing_version') !== PREPROCESSING) return known;
    if (!schema.columns.has('tags')) return known;
    for (const [content, tags, embedding] of rowsOf(database, ['content', 'tags', 'embedding'])) {
      const vector = embedding instanceof Uint8Array ? vectorOf(embedding) : undefined;
      if (vector && String(vector.length) === config.get('embedding_dimensions'))
        known.set(keyOf(textOf(content), tagsIn(textOf(tags))), vector);
    }
    return known;
  } finally {
    database.close();
  }
}

/** Returns those of the given files that a `.swsearch` file has chunks of. */
export async function filesAmong(path: string, names: readonly string[]): Promise<string[]> {
  const { database } = await openIndexFile(path);
  try {
    const held = new Set<string>();
    for (const [filename] of rowsOf(database, ['filename'])) held.add(textOf(filename));
    return names.filter((name) => held.has(name));
  } finally {
    database.close();
  }
}

/** Yields the rows. In a damaged file, it stops at the first row that is out of order. */
function* rowsOf(database: Sqlite, columns: readonly string[]): Iterable<readonly unknown[]> {
  const select = columns.map((name) => `CAST(${name} AS BLOB)`).join(', ');
  let last = Number.NEGATIVE_INFINITY;
  for (const [id, ...row] of database.each(`SELECT id, ${select} FROM chunks NOT INDEXED ORDER BY id`)) {
    if (!(Number(id) > last)) return;
    last = Number(id);
    yield row;
  }
}

export interface Earlier {
  readonly vectors: KnownVectors;
  /** Returns those of the given files that the earlier index has chunks of. */
  holding(names: readonly string[]): Promise<string[]>;
}

export const NOTHING_EARLIER: Earlier = { vectors: new Map(), holding: async () => [] };
