import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { notSimulatedYet, simulated } from '../../src/sandbox/serve/handle.js';
import { createSandbox } from '../../src/sandbox.js';
import { checked } from './support/checked.js';
import { oracleOf } from './support/oracle-shape.js';
import type { Walk } from './walks/walk.js';

const walks = readdirSync(new URL('walks/', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'walk');

describe('the scenario', () => {
  const done = new Set<string>();

  it.each(walks)('%s gets only responses with the shape that the oracle describes', async (name) => {
    const { [name]: walk } = (await import(`./walks/${name}.ts`)) as Record<string, Walk>;
    const sandbox = createSandbox();
    const { client, answered } = checked(sandbox);
    await (walk as Walk)(client, sandbox);
    for (const operation of answered) done.add(operation);
  });

  afterAll(() => {
    // Helpers that fill in fields are served by the plain operation of their route.
    expect(simulated().filter((operation) => !done.has(operation))).toEqual([]);
  });
});

it('simulates only operations that exist', () => {
  expect(simulated().filter((operation) => oracleOf(operation) === undefined)).toEqual([]);
});

it('simulates every operation of the client', () => {
  expect(notSimulatedYet()).toEqual([]);
});
