import { getGlobalDispatcher } from 'undici';
import { afterAll, expect } from 'vitest';
import { mayReach } from '../../../src/http/index.js';

/** Node makes some of its globals when they are first used. */
const LOADED_LATER = Symbol('loaded later');
const MARK_OF_A_LIBRARY = 'globalThis.__';
/** The server of Hono, which libraries load, replaces these with its classes. */
const REPLACED_BY_HONO = ['globalThis.Request', 'globalThis.Response'];

// Files of tests that share a process leave it as they found it: they hold in any order.
const before = held();
afterAll(() => {
  const after = held();
  const names = new Set([...before.keys(), ...after.keys()]);
  const isChanged = (name: string) =>
    before.get(name) !== LOADED_LATER && !Object.is(before.get(name), after.get(name));
  expect([...names].filter(isChanged).join(', '), 'changed by this file of tests').toBe('');
});

/** What a process has only one of, and a test could change. */
function held(): Map<string, unknown> {
  return new Map<string, unknown>([
    ...valuesOf('globalThis', globalThis).filter(
      ([name]) => !name.startsWith(MARK_OF_A_LIBRARY) && !REPLACED_BY_HONO.includes(name),
    ),
    ...valuesOf('console', console),
    ['process.env', process.env],
    ...valuesOf('process.env', process.env),
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ['process.exitCode', process.exitCode],
    ['process.cwd', process.cwd()],
    ['the dispatcher of fetch', getGlobalDispatcher()],
    ['whether others may be reached', mayReach('https://example.com')],
  ]);
}

function valuesOf(label: string, object: object): [name: string, value: unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(object)).map(([name, { value, get }]) => [
    `${label}.${name}`,
    get ? LOADED_LATER : value,
  ]);
}
