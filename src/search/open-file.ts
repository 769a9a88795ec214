import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type BuildOptions, type BuildProgress, buildSummary, WouldLose } from './build/build.js';
import { buildFile } from './build/build-file.js';
import { type Embedder, EmbedderMissing, type EmbedderOptions, embedderFor, modelName } from './embed/index.js';
import { openFileIndex } from './file/file-index.js';
import type { SearchIndex } from './search-index.js';
import { localSource, type Source } from './source.js';

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

export type EmbedderSettings = Omit<EmbedderOptions, 'model'>;

export async function fileSource(path: string, way: EmbedderSettings, tell: Logger): Promise<Source> {
  return withEmbedder(await openFileIndex(path), way, tell);
}

/** Combines an index with the embedder of its model. Without the embedder, it searches only words. */
export async function withEmbedder(index: SearchIndex, way: EmbedderSettings, tell: Logger): Promise<Source> {
  for (const warning of index.warnings) tell.warn(warning);
  const { model, dimensions, chunks_with_vectors } = index.stats;
  if (chunks_with_vectors === 0) return localSource(index, undefined);
  const embedder = await embedderOrNone({ ...way, model }, tell);
  if (embedder?.dimensions !== undefined && embedder.dimensions !== dimensions) {
    tell.warn(
      `${model} returns vectors with ${embedder.dimensions} dimensions, but the index has ${dimensions}. The search uses only words`,
    );
    return localSource(index, undefined);
  }
  return localSource(index, embedder, (message) => tell.warn(message));
}

export async function embedderOrNone(options: EmbedderOptions, tell: Logger): Promise<Embedder | undefined> {
  try {
    return await embedderFor(options);
  } catch (error) {
    if (!(error instanceof EmbedderMissing)) throw error;
    tell.warn(`${error.message}. Until then, the search uses only words`);
    return undefined;
  }
}

/** Settings for building an index. Without `source_dir`, no index is built. */
export interface FolderToIndex extends Omit<BuildOptions, 'embedder' | 'warn' | 'strategy' | 'source'> {
  readonly source_dir: string | undefined;
  readonly overwrite: boolean;
  readonly model: string;
}

/** Builds the index file if it does not exist or `overwrite` is set. Returns its path. */
export async function builtFile(
  index_file: string | undefined,
  { source_dir, overwrite, model, ...options }: FolderToIndex,
  way: EmbedderSettings,
  tell: Logger,
): Promise<string> {
  const path = index_file ?? `${basename(resolve(source_dir ?? '.'))}.swsearch`;
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  if (source_dir === undefined || (isThere && !overwrite)) return path;
  await buildIfWhole(path, { ...options, source: source_dir, model }, way, tell, (whole) => buildFile(path, whole));
  return path;
}

/** Builds an index with the embedder of its model. Warns if the new index would lose data, and keeps the old one. */
export async function buildIfWhole(
  name: string,
  { model, ...options }: Omit<FolderToIndex, 'source_dir' | 'overwrite'> & { readonly source: string },
  way: EmbedderSettings,
  tell: Logger,
  build: (options: BuildOptions) => Promise<BuildProgress>,
): Promise<void> {
  const embedder = await embedderOrNone({ ...way, model: modelName(model) }, tell);
  try {
    const done = await build({ ...options, strategy: 'markdown', embedder, warn: (message) => tell.warn(message) });
    tell.info(`${name} was created: ${buildSummary(done)}`);
  } catch (error) {
    if (!(error instanceof WouldLose)) throw error;
    tell.warn(`${name} was not created: ${error.message}`);
  } finally {
    await embedder?.close?.();
  }
}
