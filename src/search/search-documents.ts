import type { BuildProgress, IndexOptions, Output } from './build/index-folder.js';
import type { SwsearchWriter } from './build/writer.js';
import type { FileIndex } from './file/file-index.js';
import type { Collection } from './open-collection.js';
import type { EmbedderSettings, FolderToIndex, Logger } from './open-file.js';
import type { SearchServer, SearchServerOptions } from './server/index.js';
import type { Source } from './source.js';

// Most sessions search no documents, so each of these functions imports its modules when it is called.

export type { BuildProgress, IndexOptions, SearchServer, SearchServerOptions };

export const DEFAULT_TYPES: readonly string[] = ['md', 'txt', 'html'];
export const DEFAULT_EXCLUDES: readonly string[] = ['**/node_modules/**', '**/.git/**', '**/dist/**', '**/build/**'];

/** Creates a `.swsearch` file, or a collection in Postgres, from a folder of documents. */
export async function indexDocuments(folder: string, output: Output, options: IndexOptions): Promise<BuildProgress> {
  const { indexFolder } = await import('./build/index-folder.js');
  return indexFolder(folder, output, options);
}

/** Serves `.swsearch` files on loopback, for skills with a `remote_url`. */
export async function serveDocuments(files: readonly string[], options: SearchServerOptions): Promise<SearchServer> {
  const { serveIndexes } = await import('./server/index.js');
  return serveIndexes(files, options);
}

/** Opens an index file with the embedder of its model. Builds the file first if the folder settings require it. */
export async function openFile(
  index_file: string | undefined,
  folder: FolderToIndex,
  way: EmbedderSettings,
  tell: Logger,
): Promise<Source> {
  const { builtFile, fileSource } = await import('./open-file.js');
  return fileSource(await builtFile(index_file, folder, way, tell), way, tell);
}

export async function openCollection(collection: Collection, way: EmbedderSettings, tell: Logger): Promise<Source> {
  const { collectionSource } = await import('./open-collection.js');
  return collectionSource(collection, way, tell);
}

/** Opens a `.swsearch` file without an embedder. Throws an `IndexFileError` if the file is unusable. */
export async function openFileIndex(path: string): Promise<FileIndex> {
  const { openFileIndex: open } = await import('./file/file-index.js');
  return open(path);
}

export async function createIndexFile(path: string): Promise<SwsearchWriter> {
  const { SwsearchWriter: writer } = await import('./build/writer.js');
  return writer.create(path);
}
