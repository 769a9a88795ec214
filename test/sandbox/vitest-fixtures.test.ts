import { test as base, describe, expect } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { sandboxFixtures } from '../../src/sandbox-vitest.js';

const test = base.extend(sandboxFixtures);
const emptyTest = base.extend({ ...sandboxFixtures, sandboxOptions: { empty: true, seed: 7 } });

describe('the fixtures for vitest', () => {
  test.for([1, 2])('give test %i a sandbox of its own', async (_, { platform, sandbox }) => {
    const { id } = await platform.queues.create({ name: 'mine' });
    expect(sandbox.verify([{ request: { operation: 'queues.create' }, times: 1 }]).difference).toBeNull();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  emptyTest('take the options of the sandbox', async ({ platform, sandbox }) => {
    expect((await platform.phone_numbers.list()).data).toEqual([]);
    expect(sandbox.seed).toBe(7);
  });

  test('serve the sandbox for code that uses HTTP', async ({ sandboxServer, sandbox }) => {
    await new RestClient(sandboxServer.credentials).queues.create({ name: 'over http' });
    expect(sandbox.verify([{ request: { fields: { name: 'over http' } }, times: 1 }]).difference).toBeNull();
  });
});
