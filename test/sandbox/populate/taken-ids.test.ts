import { expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { recorded } from './recorded.js';

it('gives no new resource an id of the recording, also with the seed of the recording', async () => {
  const first = createSandbox({ seed: 7, empty: true });
  const before = first.client();
  const known: string[] = [];
  for (let i = 0; i < 20; i++) known.push((await before.queues.create({ name: `known-${i}` })).id);
  const { documents, client } = recorded(first);
  await client.queues.list({ page_size: 100 });

  const sandbox = createSandbox({ seed: 7, from: { documents } });
  const platform = sandbox.client();
  const created: string[] = [];
  for (let i = 0; i < 60; i++) created.push((await platform.queues.create({ name: `new-${i}` })).id);
  expect(created.filter((id) => known.includes(id))).toEqual([]);

  sandbox.restore(sandbox.snapshot());
  const next = await platform.queues.create({ name: 'after the restore' });
  expect([...known, ...created]).not.toContain(next.id);
  expect((await platform.queues.list({ page_size: 1000 })).data).toHaveLength(81);
});
