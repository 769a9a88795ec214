import { setImmediate } from 'node:timers/promises';
import { LimitError, readRegularFile } from '../../util/index.js';
import { fileText, type Piece, piecesOf, usualFor } from '../chunks/index.js';
import type { Embedder } from '../embed/index.js';
import { type FoundFile, findFiles } from './find-files.js';
import { type Earlier, keyOf, PREPROCESSING } from './known-vectors.js';
import type { ChunkSink, NewChunk } from './new-chunk.js';
import { plainWords } from './row-text.js';

export interface BuildProgress {
  /** Number of files processed so far. `of` is the total. */
  readonly files: number;
  readonly of: number;
  /** Of the processed files, the number that could not be read. `empty` counts the files without content. */
  readonly leftOut: number;
  readonly empty: number;
  readonly chunks: number;
  /** Number of chunks whose vector comes from the earlier index. */
  readonly reused: number;
}

export interface BuildOptions {
  readonly source: string;
  readonly types: readonly string[];
  readonly exclude: readonly string[];
  readonly tags: readonly string[];
  readonly strategy: string;
  readonly size?: number | undefined;
  readonly overlap?: number | undefined;
  readonly threshold?: number | undefined;
  readonly embedder?: Embedder | undefined;
  /** Allows the new index to be empty, or to lack files of the earlier one that cannot be read now. */
  readonly mayLose?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  readonly warn?: ((message: string) => void) | undefined;
  readonly now: Date;
}

const MAX_BYTES = 20 * 2 ** 20;
const BATCH = 32;

export async function build(sink: ChunkSink, earlier: Earlier, options: BuildOptions): Promise<BuildProgress> {
  try {
    const work = new Build(sink, earlier, options);
    const progress = await work.run();
    if (options.mayLose !== true) await work.assertWhole();
    await sink.finish(work.config());
    return progress;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

class Build {
  readonly #leftOut: string[] = [];
  #waiting: NewChunk[] = [];
  #dimensions = 0;
  #progress: BuildProgress = { files: 0, of: 0, leftOut: 0, empty: 0, chunks: 0, reused: 0 };

  constructor(
    private readonly sink: ChunkSink,
    private readonly earlier: Earlier,
    private readonly options: BuildOptions,
  ) {}

  async run(): Promise<BuildProgress> {
    const { types, exclude, source } = this.options;
    const { files } = await findFiles(source, { types, exclude });
    this.#tell({ of: files.length });
    this.options.signal?.throwIfAborted();
    for (const file of files) {
      const pieces = await this.#pieces(file);
      const { files, leftOut, empty } = this.#progress;
      for (const piece of pieces ?? []) {
        this.#waiting.push(this.#chunkOf(file, piece));
        if (this.#waiting.length === BATCH) await this.#flush();
      }
      this.#tell({
        files: files + 1,
        leftOut: leftOut + (pieces ? 0 : 1),
        empty: empty + (pieces?.length === 0 ? 1 : 0),
      });
      await this.#turn();
    }
    await this.#flush();
    return this.#progress;
  }

  /** Throws if the new index would lose data, so that a read error cannot empty a working index. */
  async assertWhole(): Promise<void> {
    const { chunks } = this.#progress;
    if (chunks === 0) throw WouldLose.everything(this.options.source);
    const lost = this.#leftOut.length > 0 ? await this.earlier.holding(this.#leftOut) : [];
    if (lost.length > 0) throw WouldLose.files(lost);
  }

  config(): Record<string, string> {
    const { embedder, strategy, types, source, now } = this.options;
    const { size, overlap } = this.#settings();
    return {
      embedding_model: embedder?.model ?? 'none',
      embedding_dimensions: String(this.#dimensions),
      chunk_size: String(size),
      chunk_overlap: String(overlap),
      chunking_strategy: strategy,
      preprocessing_version: PREPROCESSING,
      languages: '["en"]',
      created_at: now.toISOString(),
      sources: JSON.stringify([source]),
      file_types: JSON.stringify(types),
    };
  }

  #settings() {
    const { strategy, size, overlap, threshold } = this.options;
    const usual = usualFor(strategy);
    return { size: size ?? usual.size, overlap: overlap ?? usual.overlap, threshold: threshold ?? usual.threshold };
  }

  #tell(change: Partial<BuildProgress>): void {
    this.#progress = { ...this.#progress, ...change };
  }

  /** Reports progress, gives the event loop a turn and checks for an abort. */
  async #turn(): Promise<void> {
    this.options.onProgress?.(this.#progress);
    await setImmediate();
    this.options.signal?.throwIfAborted();
  }

  async #pieces({ path, name, type }: FoundFile): Promise<Piece[] | undefined> {
    const { strategy, embedder, signal, warn } = this.options;
    try {
      const bytes = readRegularFile(path, { max: MAX_BYTES });
      const { text, doubt } = fileText(bytes, type);
      if (doubt) warn?.(`${name} is ${doubt}. Save it as UTF-8 if that is wrong`);
      return await piecesOf(text, { type, strategy, ...this.#settings(), embedder, signal });
    } catch (error) {
      // A problem with one file does not stop the build. A strategy that lacks its embedder does.
      const isOfFile =
        error instanceof SyntaxError || error instanceof TypeError || error instanceof LimitError || isOfDisk(error);
      if (!isOfFile || /requires an embedder/.test(error.message)) throw error;
      this.#leftOut.push(name);
      warn?.(`${name} is skipped: ${error.message}`);
      return undefined;
    }
  }

  #chunkOf({ name, type }: FoundFile, { content, section, start, end, tags = [], metadata }: Piece): NewChunk {
    const { strategy, tags: all } = this.options;
    return {
      content,
      filename: name,
      section,
      start,
      end,
      tags: [...new Set([...all, ...tags])],
      metadata: { file_type: type, chunk_method: strategy, ...metadata },
    };
  }

  async #flush(): Promise<void> {
    const fresh = this.#waiting;
    this.#waiting = [];
    const vectors = await this.#vectors(fresh);
    for (const [index, chunk] of fresh.entries()) await this.sink.add({ ...chunk, vector: vectors?.[index] });
    this.#tell({ chunks: this.#progress.chunks + fresh.length });
    await this.#turn();
  }

  async #vectors(chunks: readonly NewChunk[]): Promise<Float32Array[] | undefined> {
    const { embedder, signal } = this.options;
    if (!embedder || chunks.length === 0) return undefined;
    const known = chunks.map(({ content, tags = [] }) => this.earlier.vectors.get(keyOf(content, tags)));
    const unknown = chunks.filter((_, index) => !known[index]);
    const texts = unknown.map(({ content, tags = [] }) => [plainWords(content), ...tags].join(' '));
    const made = texts.length > 0 ? await embedder.embed(texts, signal) : [];
    const vectors = known.map((vector) => vector ?? (made.shift() as Float32Array));
    this.#dimensions ||= vectors[0]?.length ?? 0;
    if (vectors.some(({ length }) => length !== this.#dimensions))
      throw new Error(`${embedder.model} returned vectors of different lengths`);
    this.#tell({ reused: this.#progress.reused + chunks.length - unknown.length });
    return vectors;
  }
}

const isOfDisk = (error: unknown): error is Error => error instanceof Error && 'code' in error && 'syscall' in error;

const MAX_NAMED = 5;

/** The new index would lack documents that the user did not remove, so the old index stays. */
export class WouldLose extends Error {
  override readonly name = 'WouldLose';

  static everything(source: string): WouldLose {
    return new WouldLose(`none of the files in ${source} can be indexed`);
  }

  static files(names: readonly string[]): WouldLose {
    return new WouldLose(`the index contains ${namesOf(names)}, which cannot be read now`);
  }
}

/** Names the first few files. */
export function namesOf(names: readonly string[]): string {
  const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} others` : '';
  return `${names.slice(0, MAX_NAMED).join(', ')}${others}`;
}

export function buildSummary({ files, leftOut, empty, chunks, reused }: BuildProgress): string {
  const apart = [...(leftOut > 0 ? [`${leftOut} skipped`] : []), ...(empty > 0 ? [`${empty} empty`] : [])];
  const made = `${number(chunks, 'chunk')} from ${number(files - leftOut - empty, 'file')}`;
  const vectors = reused > 0 ? `, ${reused} with unchanged vectors` : '';
  return `${made}${vectors}${apart.length > 0 ? ` (${apart.join(', ')})` : ''}`;
}

const number = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
