import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NewChunk } from '../../src/search/build/new-chunk.js';
import { SwsearchWriter } from '../../src/search/build/writer.js';
import { embedderFor } from '../../src/search/embed/index.js';
import { type FileIndex, openFileIndex } from '../../src/search/file/file-index.js';

/** A folder that is gone when its tests are. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'search-'));

  file(name: string, content: string | Uint8Array = ''): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export const nowhere = () => Promise.reject(new Error('nothing is to be sent'));
export const hash = async () => (await embedderFor({ model: 'hash', send: nowhere }))!;

const OF_HASH = { embedding_model: 'hash-256', embedding_dimensions: '256' };

/** Writes an index file of the chunks, optionally with vectors of the hash embedder. */
export async function written(
  path: string,
  chunks: readonly NewChunk[],
  { vectors = false, config = vectors ? OF_HASH : {} }: { vectors?: boolean; config?: Record<string, string> } = {},
): Promise<string> {
  const writer = await SwsearchWriter.create(path);
  const embedder = await hash();
  for (const chunk of chunks) {
    const [vector] = vectors ? await embedder.embed([chunk.content]) : [];
    writer.add({ ...chunk, ...(vector && { vector }) });
  }
  await writer.finish(config);
  return path;
}

/** What an index finds, by file name. */
export async function names(index: FileIndex, text: string, more: Partial<Parameters<FileIndex['search']>[0]> = {}) {
  const hits = await index.search({ text, count: 5, similarity_threshold: 0, tags: [], ...more });
  return hits.map(({ filename }) => filename);
}

export { openFileIndex };
