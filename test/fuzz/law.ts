import type { Order } from './serve.js';
import type { Result, Worker } from './worker.js';

/** No input may cost more than this many times an ordinary document of the same size. */
const MAX_TIMES = 20;
/** Measured with the noise of a busy machine. */
const QUICK_MS = 50;
const LEAST_ORDINARY_MS = 15;
/** Eight times the bytes: linear growth is 8, quadratic growth is 64. */
const STEP = 8;
const MAX_GROWTH = 32;
const MAX_GROWN_MB = 400;
const ROUNDS = 3;

/**
 * Why an input is against the law; undefined when it is not. `bytes` is the size of the ordinary document that it is
 * compared with, `smaller` an eighth of the same input. A busy machine can make one measurement wrong, so only an input
 * that breaks the law each time is reported.
 */
export async function breach(
  worker: Worker,
  order: Order,
  bytes: number,
  smaller?: Order,
): Promise<string | undefined> {
  for (let round = 1; ; round++) {
    const why = await measured(worker, order, bytes, smaller);
    if (why === undefined || round === ROUNDS) return why;
  }
}

async function measured(
  worker: Worker,
  order: Order,
  bytes: number,
  smaller: Order | undefined,
): Promise<string | undefined> {
  const first = await worker.run(order);
  const broken = brokenBy(first);
  if (broken !== undefined) return broken;
  if (first.ms <= QUICK_MS) return undefined;
  let { ms } = first;
  const again = async () => Math.min(ms, await least(worker, order, 2));
  // Less is allowed however quick an ordinary document is.
  if (ms > MAX_TIMES * LEAST_ORDINARY_MS) {
    ms = await again();
    // Measured beside the hostile input: a busy machine slows both down.
    const ordinary = await least(worker, { target: order.target, pathology: 'ordinary', bytes }, 3);
    const most = MAX_TIMES * Math.max(ordinary, LEAST_ORDINARY_MS);
    if (ms > most)
      return `takes ${ms.toFixed(0)} ms, more than ${MAX_TIMES} times an ordinary document (${ordinary.toFixed(0)} ms)`;
  }
  if (!smaller || ms <= (MAX_GROWTH * LEAST_ORDINARY_MS) / STEP) return undefined;
  const before = await least(worker, smaller, 3);
  const growthOf = (one: number) => one / Math.max(before, LEAST_ORDINARY_MS / STEP);
  if (growthOf(ms) <= MAX_GROWTH) return undefined;
  ms = await again();
  const growth = growthOf(ms);
  if (growth <= MAX_GROWTH) return undefined;
  return `takes ${ms.toFixed(0)} ms, ${growth.toFixed(0)} times as long as an eighth of it (${before.toFixed(0)} ms)`;
}

export const eighth = (bytes: number): number => Math.floor(bytes / STEP);

function brokenBy({ outcome, message, grownMb }: Result): string | undefined {
  if (outcome !== 'read' && outcome !== 'refused') return `${outcome}: ${message}`;
  return grownMb > MAX_GROWN_MB ? `takes ${grownMb.toFixed(0)} MB of memory` : undefined;
}

async function least(worker: Worker, order: Order, times: number): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let run = 0; run < times; run++) ms = Math.min(ms, (await worker.run(order)).ms);
  return ms;
}
