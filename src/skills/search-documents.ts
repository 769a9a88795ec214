import type { BuildProgress, IndexOptions, Output } from './builtin/native_vector_search/index-folder.js';
import type { SearchServer, SearchServerOptions } from './builtin/native_vector_search/server/index.js';

export type { BuildProgress, IndexOptions, SearchServer, SearchServerOptions };

/** Creates a `.swsearch` file, or a collection in Postgres, from a folder of documents. */
export async function indexDocuments(folder: string, output: Output, options: IndexOptions): Promise<BuildProgress> {
  const { indexFolder } = await import('./builtin/native_vector_search/index-folder.js');
  return indexFolder(folder, output, options);
}

/** Serves `.swsearch` files on loopback, for skills with a `remote_url`. */
export async function serveDocuments(files: readonly string[], options: SearchServerOptions): Promise<SearchServer> {
  const { serveIndexes } = await import('./builtin/native_vector_search/server/index.js');
  return serveIndexes(files, options);
}
