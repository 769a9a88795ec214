// Begins to write the index that is named, says so, and goes on when it is output to: a process that can be killed at it.
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
