import { createHash } from 'node:crypto';
import { readConfig } from '../file/config.js';
import { openIndexFile } from '../file/open.js';
import { type Sqlite, textOf } from '../file/sqlite.js';
import { tagsIn } from '../file/stored-json.js';
import { vectorOf } from '../rank/vectors.js';

/** Vectors that were made before, by what they were made of. */
export type KnownVectors = ReadonlyMap<string, Float32Array>;

export const PREPROCESSING = '1.0';

/** What an embedder is given, as a key. */
export const keyOf = (content: string, tags: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([content, tags]))
    .digest('base64');

/** Of an earlier index of the same model. A text that did not change is not embedded again, wherever it stands now. */
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

/** Those of these files that a `.swsearch` file has pieces of. */
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

/** Of a damaged file, the rows that come before the damage. */
function* rowsOf(database: Sqlite, columns: readonly string[]): Iterable<readonly unknown[]> {
  const select = columns.map((name) => `CAST(${name} AS BLOB)`).join(', ');
  let last = Number.NEGATIVE_INFINITY;
  for (const [id, ...row] of database.each(`SELECT id, ${select} FROM chunks NOT INDEXED ORDER BY id`)) {
    if (!(Number(id) > last)) return;
    last = Number(id);
    yield row;
  }
}
