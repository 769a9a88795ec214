import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
  await kernel.run(
    "var { inspect } = require('node:util'); var loop = () => { console.log('on'); for (;;) ; }; undefined",
  );
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

/** The time limit of showing a value, or the interrupt, ends them. */
const LOOPS = [
  '({ [inspect.custom]: loop })',
  'throw { get message() { return loop() } }',
  '({ get [Symbol.toStringTag]() { return loop() } })',
  "({ [Symbol.for('Jupyter.display')]: loop })",
  "({ [Symbol.for('Jupyter.display')]: async () => { await null; loop() } })",
  "({ [Symbol.for('Jupyter.display')]: () => { console.log('on'); return new Promise(() => {}) } })",
  'new Proxy({}, { ownKeys: loop, get: loop, getPrototypeOf: loop })',
  'display({ [inspect.custom]: loop })',
  'throw Object.assign(new Error(), { get name() { return loop() } })',
  'throw { [inspect.custom]: loop }',
];

it.each(LOOPS)('ends a loop while a value is shown: %s', async (code) => {
  await kernel.runAndInterrupt(code);
  expect((await kernel.run('1 + 1')).outputs).toMatchObject([{ data: { 'text/plain': '2' } }]);
});
