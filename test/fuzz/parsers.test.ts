import { afterAll, describe, expect, it } from 'vitest';
import { RUN, sampled } from '../support/rotation.js';
import { isBasic, type Pathology, pathologiesFor } from './generator.js';
import { breach, eighth } from './law.js';
import { TARGETS } from './targets.js';
import { Worker } from './worker.js';

const BYTES = 16_384;
const worker = new Worker();
afterAll(() => worker.close());

/**
 * All pathologies as they are, and one in ten of those inside a document; `npm run fuzz` combines all. Every run gives the
 * basic ones to every 20th parser, and each parser a share of the others, which differs between parsers.
 */
function chosen(target: (typeof TARGETS)[number], place: number): readonly Pathology[] {
  const all = pathologiesFor(target).filter(({ name }, index) => !name.includes(' inside (') || index % 10 === 0);
  const from = place % all.length;
  const isCore = (one: Pathology) => (place + RUN) % 20 === 0 && isBasic(one);
  return sampled([...all.slice(from), ...all.slice(0, from)], isCore);
}

async function breaches(target: (typeof TARGETS)[number]): Promise<string[]> {
  const bytes = target.isSlow ? BYTES / 4 : BYTES;
  const found: string[] = [];
  for (const { name } of chosen(target, TARGETS.indexOf(target))) {
    const order = { target: target.name, pathology: name };
    const why = await breach(worker, { ...order, bytes }, bytes, { ...order, bytes: eighth(bytes) });
    if (why !== undefined) found.push(`${name}: ${why}`);
    if (found.length >= 3) break;
  }
  return found;
}

describe('no hostile input crashes, hangs or costs more than linear time', () => {
  it.each(TARGETS)(
    'in $name',
    async (target) => {
      expect(await breaches(target)).toEqual([]);
    },
    300_000,
  );
});

it('finds an input that hangs, one that crashes and one that ends its process', async () => {
  const quick = new Worker(500, 'self-test-child.ts');
  const order = { target: 'self-test', pathology: 'ordinary', bytes: 1 };
  expect((await quick.run({ ...order, input: Buffer.from('hang') })).outcome).toBe('hung');
  expect((await quick.run({ ...order, input: Buffer.from('crash') })).outcome).toBe('crashed');
  expect((await quick.run({ ...order, input: Buffer.from('exit') })).outcome).toBe('died');
  expect((await quick.run({ ...order, input: Buffer.from('refuse') })).outcome).toBe('refused');
  expect((await quick.run({ ...order, input: Buffer.from('read') })).outcome).toBe('read');
  await quick.close();
});
