import { stat } from 'node:fs/promises';
import { IndexFileError } from '../file/sqlite.js';
import { type BuildOptions, type BuildProgress, build } from './build.js';
import { type Earlier, filesAmong, knownVectors, NOTHING_EARLIER } from './known-vectors.js';
import { SwsearchWriter } from './writer.js';

/** Builds a `.swsearch` file from a folder. An existing file is replaced at the end. */
export async function buildFile(output: string, options: BuildOptions): Promise<BuildProgress> {
  const earlier = await before(output, options.embedder?.model);
  return build(await SwsearchWriter.create(output), earlier, options);
}

async function before(output: string, model: string | undefined): Promise<Earlier> {
  const found = await stat(output).catch(() => undefined);
  if (!found) return NOTHING_EARLIER;
  try {
    const vectors = await knownVectors(output, model ?? 'none');
    return { vectors, holding: (names) => filesAmong(output, names) };
  } catch (cause) {
    if (!(cause instanceof IndexFileError)) throw cause;
    throw new IndexFileError(`${output} exists and is not a search index. Remove it first, or choose another output`, {
      cause,
    });
  }
}
