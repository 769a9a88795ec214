// Starts to write the given index, prints a line, and waits, so that a test can kill the process.
import { once } from 'node:events';
import { SwsearchWriter } from '../../src/search/build/writer.js';

async function main(): Promise<void> {
  const writer = await SwsearchWriter.create(String(process.argv[2]));
  writer.add({ content: 'Alpha.', filename: 'theirs.md' });
  process.stdout.write('begun\n');
  await once(process.stdin, 'data');
  await writer.finish({ embedding_model: 'none' });
  process.stdin.destroy();
}

void main();
