// Opens and searches each given file, and prints the result. It runs as a separate process, so that a
// file that ends the process is seen.
import { openFileIndex } from '../../src/search/file/file-index.js';

async function read(path: string): Promise<string> {
  try {
    const index = await openFileIndex(path);
    const question = { text: 'alpha beta text', count: 5, similarity_threshold: 0, tags: [] };
    const { dimensions } = index.stats;
    const hits = await index.search({ ...question, vector: new Float32Array(dimensions).fill(0.5) });
    await index.search({ ...question, tags: ['a'] });
    await index.close();
    return `found ${hits.map(({ id }) => id).join(' ')}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

async function main(): Promise<void> {
  for (const path of process.argv.slice(2)) process.stdout.write(`${JSON.stringify(await read(path))}\n`);
}

void main();
