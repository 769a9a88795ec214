import { setImmediate } from 'node:timers/promises';
import { Vectors, vectorOf } from '../rank/vectors.js';
import { type Keywords, ownKeywords, storedKeywords } from './keywords.js';
import type { OpenedFile } from './open.js';
import { dimensionsIn } from './schema.js';
import { IndexFileError, type Sqlite, textOf } from './sqlite.js';

/** The part of an index file that is kept in memory. Rows are numbered from 0 in file order. */
export interface Contents {
  readonly ids: readonly number[];
  readonly files: Names;
  readonly tags: Names;
  readonly vectors: Vectors;
  readonly keywords: Keywords;
  readonly warnings: readonly string[];
}

const MAX_MEMORY = 2 * 2 ** 30;
const MAX_NAME_LENGTH = 1000;
const MAX_TEXT_LENGTH = 100_000;
/** Number of rows after which the event loop gets a turn. */
const TURN = 1000;

/** Reads all rows of a file once, in the order of their ids. */
export async function readContents(
  { database, schema: { columns, hasFullText } }: OpenedFile,
  config: ReadonlyMap<string, string>,
): Promise<Contents> {
  const own = hasFullText && isFilled(database) ? undefined : await ownKeywords();
  const ids: number[] = [];
  const [files, tags] = [new Names(), new Names()];
  let vectors = new Vectors(dimensionsIn(config));
  let misfits = 0;
  const texts = own ? ['content', 'keywords', 'metadata_text'].filter((name) => columns.has(name)) : [];
  const cut = (name: string, max: number) => (columns.has(name) ? `substr(CAST(${name} AS BLOB), 1, ${max})` : 'NULL');
  const select = [
    'CAST(embedding AS BLOB)',
    cut('filename', MAX_NAME_LENGTH),
    cut('tags', MAX_TEXT_LENGTH),
    ...texts.map((name) => cut(name, MAX_TEXT_LENGTH)),
  ];
  const rows = database.each(`SELECT id, ${select.join(', ')} FROM chunks NOT INDEXED ORDER BY id`);
  for (const [id, embedding, filename, tagList, ...words] of rows) {
    // In a damaged file, pages that point at each other make the scan endless.
    if (!Number.isSafeInteger(id) || Number(id) <= (ids.at(-1) ?? Number.NEGATIVE_INFINITY))
      throw new IndexFileError('its rows are out of order, so it is damaged');
    const bytes = embedding instanceof Uint8Array ? embedding : new Uint8Array();
    const vector = vectorOf(bytes);
    if (vectors.dimensions === 0 && vector) vectors = emptyUpTo(ids.length, vector.length);
    if (bytes.length > 0 && vector?.length !== vectors.dimensions) misfits++;
    vectors.add(vector);
    ids.push(Number(id));
    files.add(textOf(filename));
    tags.add(textOf(tagList));
    own?.add(Number(id), words.map(textOf).join('\n'));
    if (ids.length % TURN === 0) {
      if (vectors.bytes > MAX_MEMORY)
        throw new IndexFileError('it is too large to search in memory. Store it in Postgres with pgvector instead');
      await setImmediate();
    }
  }
  const warnings = [
    ...(own && ids.length > 0 ? ['its full-text index cannot be used, so its words were indexed in memory'] : []),
    ...(misfits > 0
      ? [
          `${misfits} of ${ids.length} chunks have a vector without ${vectors.dimensions} dimensions, so only a search for words finds them`,
        ]
      : []),
  ];
  return { ids, files, tags, vectors, keywords: own ?? storedKeywords(database), warnings };
}

function emptyUpTo(count: number, dimensions: number): Vectors {
  const vectors = new Vectors(dimensions);
  for (let row = 0; row < count; row++) vectors.add(undefined);
  return vectors;
}

/** Other tools leave the full-text index empty or outdated. Counting a damaged table may never end. */
function isFilled(database: Sqlite): boolean {
  const last = (table: string) => database.rows(`SELECT max(id) FROM ${table}`)[0]?.[0];
  return last('chunks NOT INDEXED') === last('chunks_fts_docsize');
}

/** Strings that many rows share, each stored once. */
class Names {
  readonly list: string[] = [];
  readonly of: number[] = [];
  readonly #known = new Map<string, number>();

  add(name: string): void {
    let at = this.#known.get(name);
    if (at === undefined) {
      at = this.list.push(name) - 1;
      this.#known.set(name, at);
    }
    this.of.push(at);
  }
}
