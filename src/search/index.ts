export { buildSummary, WouldLose } from './build/build.js';
export type { NewChunk } from './build/new-chunk.js';
export type { SwsearchWriter } from './build/writer.js';
export { slidingWindows, splitSentences } from './chunks/split.js';
export type { FileIndex } from './file/file-index.js';
export { IndexFileError } from './file/sqlite.js';
export { secretsIn } from './postgres/connect.js';
export { rankByWords, stemmedWords } from './rank/bm25.js';
export { remoteAddress, remoteSource } from './remote.js';
export {
  type BuildProgress,
  createIndexFile,
  DEFAULT_EXCLUDES,
  DEFAULT_TYPES,
  type IndexOptions,
  indexDocuments,
  openCollection,
  openFile,
  openFileIndex,
  type SearchServer,
  type SearchServerOptions,
  serveDocuments,
} from './search-documents.js';
export type { Hit, IndexStats, Question } from './search-index.js';
export type { SearchQuery, SearchResult, Source } from './source.js';
