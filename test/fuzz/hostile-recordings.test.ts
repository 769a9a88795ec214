import { afterAll, expect, it } from 'vitest';
import { hostileRecording } from '../support/hostile-recordings/index.js';
import { IS_LONG, RUN } from '../support/rotation.js';
import { RECORDING_ACTS } from './recording-acts.js';
import { Worker } from './worker.js';

const COUNT = 1_000;
/** A run takes two of them, `npm run test:long` all. */
const seeds = IS_LONG ? [...Array(COUNT).keys()] : [(2 * RUN) % COUNT, (2 * RUN + 1) % COUNT];
/** Processor time. */
const MAX_MS = 2_000;
const MAX_GROWN_MB = 500;

// The process has a heap of 512 MB, so a recording that needs more ends it.
const worker = new Worker(30_000);
afterAll(() => worker.close());

it.each(seeds)(
  'the hostile recording %i is read or refused by each command within 2 s and 500 MB',
  async (seed) => {
    const { title, text, file } = hostileRecording(seed);
    const found: string[] = [];
    for (const { name } of RECORDING_ACTS) {
      const order = { target: name, input: Buffer.from(`${file}\n${text}`) };
      let cost = await worker.run(order);
      // A busy machine can make one measurement wrong.
      if (cost.ms > MAX_MS) cost = await worker.run(order);
      const isDone = ['read', 'refused'].includes(cost.outcome);
      if (!isDone || cost.ms > MAX_MS || cost.grownMb > MAX_GROWN_MB)
        found.push(
          `${name}: ${cost.outcome}, ${Math.round(cost.ms)} ms, ${Math.round(cost.grownMb)} MB, ${cost.message}`,
        );
    }
    expect(found, title).toEqual([]);
  },
  600_000,
);
