// Runs inputs of several kinds, and writes to stderr how many bytes of the heap each input keeps; memory.test.ts starts it.
import { createBench } from '../../src/bench/index.js';

const WARM_UP = 4_200;
const MEASURED = 800;
/** The number of inputs in one round. */
const KINDS = 4;
const bench = createBench();

await inputs(WARM_UP);
const before = heapUsed();
await inputs(MEASURED);
process.stderr.write(`${(heapUsed() - before) / MEASURED}`);
await bench.close();

/** Each kind leaves an event of another kind in the log. */
async function inputs(count: number): Promise<void> {
  for (let n = 0; n < count; n += KINDS) {
    await bench.run(`console.log(Buffer.alloc(8_000, 'x') + ${n})`);
    await bench.run(`({ n: ${n}, text: String(Buffer.alloc(8_000, 'x')) })`);
    await bench.run(`throw Object.assign(new Error('no'), { text: Buffer.alloc(8_000, 'x') + ${n} })`);
    await bench.run('await platform.queues.list({ page_size: 1 })');
  }
}

function heapUsed(): number {
  // The second collection frees what finalizers of the first one released.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
