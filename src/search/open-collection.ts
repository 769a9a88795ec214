import type { Pool } from 'pg';
import { type BuildOptions, type BuildProgress, build } from './build/build.js';
import type { EmbedderOptions } from './embed/index.js';
import { buildIfWhole, type FolderToIndex, type Logger, withEmbedder } from './open-file.js';
import { connect, failureOf } from './postgres/connect.js';
import { PostgresIndex } from './postgres/postgres-index.js';
import { earlierCollection, PostgresSink } from './postgres/sink.js';
import type { Source } from './source.js';

export interface Collection {
  readonly connection_string: string;
  readonly collection_name: string;
  readonly folder: FolderToIndex;
}

export async function collectionSource(
  { connection_string, collection_name, folder }: Collection,
  way: Omit<EmbedderOptions, 'model'>,
  tell: Logger,
): Promise<Source> {
  const pool = await connect(connection_string);
  try {
    return await withEmbedder(await opened(), way, tell);
  } catch (error) {
    await pool.end();
    throw error;
  }

  async function opened(): Promise<PostgresIndex> {
    const { source_dir, overwrite, model, ...options } = folder;
    if (source_dir === undefined) return PostgresIndex.open(pool, collection_name);
    if (!overwrite) {
      const there = await PostgresIndex.open(pool, collection_name).catch(() => undefined);
      if (there) return there;
    }
    await buildIfWhole(collection_name, { ...options, source: source_dir, model }, way, tell, (whole) =>
      fill(pool, collection_name, whole),
    );
    return PostgresIndex.open(pool, collection_name);
  }
}

/** Builds a collection from a folder. An existing collection is replaced at the end. */
export async function buildCollection(
  { connection_string, collection_name }: Omit<Collection, 'folder'>,
  options: BuildOptions,
): Promise<BuildProgress> {
  const pool = await connect(connection_string);
  try {
    return await fill(pool, collection_name, options);
  } finally {
    await pool.end();
  }
}

async function fill(pool: Pool, collection: string, options: BuildOptions): Promise<BuildProgress> {
  const sink = await PostgresSink.create(pool, collection);
  const earlier = await earlierCollection(pool, collection, options.embedder?.model ?? 'none').catch(async (error) => {
    await sink.abandon();
    throw failureOf(error);
  });
  return build(sink, earlier, options);
}
