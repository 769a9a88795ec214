import { createHash } from 'node:crypto';
import { readConfig } from '../file/config.js';
import { openIndexFile } from '../file/open.js';
import { textOf } from '../file/sqlite.js';
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
    const rows = database.each(
      'SELECT id, CAST(content AS BLOB), CAST(tags AS BLOB), CAST(embedding AS BLOB) FROM chunks NOT INDEXED ORDER BY id',
    );
    let last = Number.NEGATIVE_INFINITY;
    for (const [id, content, tags, embedding] of rows) {
      if (!(Number(id) > last)) break; // damaged: what came before is good
      last = Number(id);
      const vector = embedding instanceof Uint8Array ? vectorOf(embedding) : undefined;
      if (vector && String(vector.length) === config.get('embedding_dimensions'))
        known.set(keyOf(textOf(content), tagsIn(textOf(tags))), vector);
    }
    return known;
  } finally {
    database.close();
  }
}
