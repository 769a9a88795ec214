import { type Candidate, judge, poolFor } from '../rank/judge.js';
import { filenameSignal } from '../rank/signals.js';
import { best } from '../rank/vectors.js';
import { anyOf, stemOf, wordsOf } from '../rank/words.js';
import type { Hit, IndexStats, Question, SearchIndex } from '../search-index.js';
import { type Contents, readContents } from './contents.js';
import type { KeywordMatch } from './keywords.js';
import { openIndexFile, unusable } from './open.js';
import { readConfig } from './schema.js';
import { type Sqlite, textOf } from './sqlite.js';
import { metadataIn, tagsIn } from './stored-json.js';

const NAMED = 0.5;

type MayCount = ((at: number) => boolean) | undefined;

/** Opens a `.swsearch` file and reads its vectors into memory. Throws an `IndexFileError` if the file is unusable. */
export async function openFileIndex(path: string): Promise<FileIndex> {
  const opened = await openIndexFile(path);
  try {
    const config = readConfig(opened.database);
    const contents = await readContents(opened, config);
    return new FileIndex(path, { ...contents, config, ...opened, columns: opened.schema.columns });
  } catch (error) {
    opened.database.close();
    throw unusable(path, error);
  }
}

interface Parts extends Contents {
  readonly database: Sqlite;
  readonly config: ReadonlyMap<string, string>;
  readonly columns: ReadonlySet<string>;
}

export class FileIndex implements SearchIndex {
  readonly #path: string;
  readonly #parts: Parts;
  readonly #rows: (ids: string) => readonly (readonly unknown[])[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #names: readonly string[];

  constructor(path: string, parts: Parts) {
    this.#path = path;
    this.#parts = parts;
    this.#rows = parts.database.asker(chunksById(parts.columns));
    this.#places = new Map(parts.ids.map((id, index) => [id, index]));
    this.#names = parts.files.list.map((name) => name.toLowerCase());
  }

  get warnings(): string[] {
    return this.#parts.warnings.map((warning) => `${this.#path}: ${warning}`);
  }

  get config(): ReadonlyMap<string, string> {
    return this.#parts.config;
  }

  get stats(): IndexStats {
    const { ids, files, vectors, config } = this.#parts;
    return {
      total_chunks: ids.length,
      total_files: files.list.length,
      chunks_with_vectors: vectors.known,
      model: config.get('embedding_model') ?? '',
      dimensions: vectors.dimensions,
    };
  }

  /** Returns the ids of the chunks with the nearest vectors. The search is exact: it compares all vectors. */
  nearest(vector: Float32Array, count: number): number[] {
    const { vectors, ids } = this.#parts;
    return best(vectors.similarities(vector), count).map(({ at }) => ids[at] as number);
  }

  async search(question: Question): Promise<Hit[]> {
    try {
      return this.#search(question);
    } catch (error) {
      throw error instanceof TypeError ? error : unusable(this.#path, error);
    }
  }

  async close(): Promise<void> {
    this.#parts.keywords.close();
    this.#parts.database.close();
  }

  #search(question: Question): Hit[] {
    const words = wordsOf(question.text);
    const pool = poolFor(question.count);
    const mayCount = this.#withTags(question.tags);
    const cosines = this.#cosines(question);
    const strengths = new Map(
      this.#matches(words, pool, mayCount).map(({ id, strength }) => [this.#places.get(id) ?? -1, strength]),
    );
    const near = cosines ? best(cosines, pool, mayCount).map(({ at }) => at) : [];
    const places = new Set([...strengths.keys(), ...near, ...this.#named(words, pool, mayCount)]);
    const candidates = [...places].map((at) => ({ at, vector: cosines?.[at] ?? 0, strength: strengths.get(at) ?? 0 }));
    return judge(this.#withChunks(candidates), words, question);
  }

  /** Returns a filter for tags. It applies before ranking, so that a search for a rare tag still finds its chunks. */
  #withTags(wanted: readonly string[]): MayCount {
    if (wanted.length === 0) return undefined;
    const { tags } = this.#parts;
    const fits = tags.list.map((list) => tagsIn(list).some((tag) => wanted.includes(tag)));
    return (at) => fits[tags.of[at] as number] === true;
  }

  #cosines({ vector, keyword_weight }: Question): Float32Array | undefined {
    const { vectors } = this.#parts;
    if (!vector || keyword_weight === 1) return undefined;
    if (vector.length !== vectors.dimensions)
      throw new TypeError(
        `the vectors of ${this.#path} have ${vectors.dimensions} dimensions, but the vector of the question has ${vector.length}`,
      );
    return vectors.similarities(vector);
  }

  #matches(words: readonly string[], pool: number, mayCount: MayCount): KeywordMatch[] {
    if (words.length === 0) return [];
    const { keywords, ids } = this.#parts;
    if (!mayCount) return keywords.find(anyOf(words), pool);
    const isWanted = ({ id }: KeywordMatch) => mayCount(this.#places.get(id) ?? -1);
    return keywords.find(anyOf(words), ids.length).filter(isWanted).slice(0, pool);
  }

  #named(words: readonly string[], pool: number, mayCount: MayCount): number[] {
    const { files } = this.#parts;
    const hints = words.map(stemOf);
    // Filter cheaply first: most names contain none of the words, and there may be many names.
    const named = new Set(
      this.#names
        .flatMap((filename, file) => (hints.some((hint) => filename.includes(hint)) ? [file] : []))
        .map((file) => ({ file, signal: filenameSignal(files.list[file] as string, words) }))
        .filter(({ signal }) => signal >= NAMED)
        .sort((a, b) => b.signal - a.signal)
        .slice(0, pool)
        .map(({ file }) => file),
    );
    const found: number[] = [];
    for (let index = 0; named.size > 0 && index < files.of.length && found.length < pool; index++)
      if (named.has(files.of[index] as number) && mayCount?.(index) !== false) found.push(index);
    return found;
  }

  #withChunks(found: readonly { at: number; vector: number; strength: number }[]): Candidate[] {
    const { ids, files, tags } = this.#parts;
    const wanted = found.flatMap(({ at }) => ids[at] ?? []);
    const rows = new Map(this.#rows(JSON.stringify(wanted)).map(([id, ...row]) => [Number(id), row.map(textOf)]));
    return found.flatMap(({ at, ...signals }) => {
      const id = ids[at];
      const row = id === undefined ? undefined : rows.get(id);
      if (id === undefined || !row) return [];
      const [content = '', section = '', metadata = ''] = row;
      const filename = files.list[files.of[at] as number] ?? '';
      const chunk = {
        id,
        content,
        filename,
        section,
        tags: tagsIn(tags.list[tags.of[at] as number] ?? ''),
        metadata: metadataIn(metadata),
      };
      return [{ chunk, ...signals }];
    });
  }
}

/** Limits for the fields of a file, which may come from an untrusted source. */
const MAX_LENGTH = { content: 200_000, section: 1000, metadata: 65_536 };

function chunksById(columns: ReadonlySet<string>): string {
  const select = Object.entries(MAX_LENGTH).map(([name, max]) =>
    columns.has(name) ? `substr(CAST(${name} AS BLOB), 1, ${max})` : 'NULL',
  );
  return `SELECT id, ${select.join(', ')} FROM chunks NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))`;
}
