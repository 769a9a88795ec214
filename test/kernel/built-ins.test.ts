import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

const OWNERS = [
  ...['Array', 'Promise', 'Object', 'Function', 'String', 'Number', 'Map', 'Set', 'WeakMap', 'RegExp', 'Error', 'Date'],
  ...['Symbol', 'Boolean', 'BigInt', 'Uint8Array', 'ArrayBuffer', 'DataView'],
].flatMap((name) => [name, `${name}.prototype`]);
const NAMESPACES = ['JSON', 'Reflect', 'Atomics'];
const UNNAMED = [
  ...['[].values()', 'new Map().values()', 'new Set().values()', "''[Symbol.iterator]()", "''.matchAll(/./g)"],
  ...['(function* () {}).prototype', '(async function* () {}).prototype', 'Uint8Array', 'Uint8Array.prototype'],
].map((object) => `Object.getPrototypeOf(${object})`);

/** All functions of these objects, each with the expression that names its owner. */
const functions = [...OWNERS, ...NAMESPACES, ...UNNAMED].flatMap((owner) => {
  const object = new Function(`return ${owner}`)();
  return Reflect.ownKeys(object).flatMap((name) => {
    const { value, get, configurable } = Object.getOwnPropertyDescriptor(object, name) ?? {};
    if (!configurable || (typeof value !== 'function' && !get)) return [];
    return [{ owner, key: typeof name === 'symbol' ? `[${name.description}]` : `[${JSON.stringify(name)}]` }];
  });
});

const answer = [{ type: 'execute_result', data: { 'text/plain': '2' } }];

/** One function of each owner in every run, and a share of the others. */
const tested = sampled(
  functions,
  firstOfItsKind(({ owner }) => owner),
);

it('answers after a cell replaced a function of the language, for each of them', async () => {
  expect(functions.length).toBeGreaterThan(400);
  const failed: unknown[] = [];
  for (const { owner, key } of tested) {
    const property = owner + key;
    const { text } = await kernel.run(
      `Object.defineProperty(${owner}, ${key.slice(1, -1)}, { configurable: true, writable: true, value() { throw 1 } }); 0`,
    );
    const { outputs } = await kernel.run('1 + 1');
    const isRestored = / replaced .+\. The kernel put the original back\.\n$/.test(text);
    if (!isRestored || JSON.stringify(outputs[0]?.data) !== JSON.stringify(answer[0]?.data))
      failed.push([property, text]);
  }
  expect(failed).toEqual([]);
}, 120_000);

it.each([
  ['Array.prototype.push = () => { throw 1 }; 0', 'replaced Array.prototype.push. The kernel put the original back.'],
  [
    'Array.prototype.push = () => 0; Promise.prototype.then = () => {}; 0',
    'replaced Array.prototype.push and Promise.prototype.then. The kernel put the originals back.',
  ],
  [
    'Array.prototype.map = Map.prototype.get = () => 7; delete Set.prototype.has; 0',
    'replaced Array.prototype.map and Map.prototype.get. The kernel put the originals back.\nThis cell deleted Set.prototype.has. The kernel put the original back.',
  ],
  [
    'for (const name of Object.getOwnPropertyNames(String.prototype)) if (/^[p-s]/.test(name)) String.prototype[name] = 1; 0',
    /^This cell replaced (String\.prototype\.[a-zA-Z]+, ){4}String\.prototype\.\w+ and \d+ more\. The kernel put the originals back\.\n$/,
  ],
  [
    'Object.prototype.then = (done) => {}; 0',
    'added Object.prototype.then. The kernel removed it: it cannot run with such a property.',
  ],
  [
    'Object.prototype.toJSON = () => 0; Object.prototype.get = 3; 0',
    'added Object.prototype.toJSON and Object.prototype.get. The kernel removed them: it cannot run with such a property.',
  ],
  ['JSON.stringify = null; await null; 0', 'replaced JSON.stringify. The kernel put the original back.'],
  [
    'await null; Object.prototype.then = () => {}; 0',
    'added Object.prototype.then. The kernel removed it: it cannot run with such a property.',
  ],
  [
    'Map.prototype.get = () => { throw 1 }; await new Promise((done) => setTimeout(done, 1)); 0',
    'replaced Map.prototype.get. The kernel put the original back.',
  ],
])('names the restored functions once: %s', async (code, said) => {
  const { text, reply } = await kernel.run(code);
  if (typeof said === 'string') expect(text).toBe(`This cell ${said}\n`);
  else expect(text).toMatch(said);
  expect(reply.status).toBe('ok');
  const { outputs } = await kernel.run("[JSON.stringify({ a: [1] }), await Promise.all([1, 'b'].map(async (n) => n))]");
  expect(outputs).toMatchObject([{ data: { 'text/plain': `[ '{"a":[1]}', [ 1, 'b' ] ]` } }]);
});

it('restores while a cell waits, and after the callback of a cell that has ended', async () => {
  const code =
    "console.log('on'); await null; Array.prototype.push = Map.prototype.get = () => { throw 1 }; await new Promise(() => {})";
  const { reply, text } = await kernel.runAndInterrupt(code);
  expect([reply, text]).toMatchObject([
    { ename: 'Interrupted' },
    'on\nA cell replaced Array.prototype.push and Map.prototype.get. The kernel put the originals back.\n',
  ]);
  const { outputs } = await kernel.run('setTimeout(() => { Array.prototype.push = () => { throw 1 } }, 0); 1 + 1');
  expect(outputs).toMatchObject(answer);
  expect((await kernel.run('1 + 1')).outputs).toMatchObject(answer);
});

it('keeps what cells add, and functions that the language does not define', async () => {
  const { text } = await kernel.run(
    'Array.prototype.last = function () { return this.at(-1) }; Math.random = () => 0.5; Response.prototype.json = async () => 3; Error.stackTraceLimit = 20; 0',
  );
  expect(text).toBe(
    'This cell added Array.prototype.last. The kernel made it non-enumerable, because loops over other objects would find it.\n',
  );
  const { outputs } = await kernel.run('[[1, 2].last(), Math.random(), await new Response().json()]');
  expect(outputs).toMatchObject([{ data: { 'text/plain': '[ 2, 0.5, 3 ]' } }]);
});

it('reports a locked change once', async () => {
  const own = await startRawKernel();
  const { text } = await own.run(
    "Object.defineProperty(WeakRef.prototype, 'deref', { value: () => 1, writable: false, configurable: false }); 0",
  );
  expect(text).toBe(
    'The kernel may fail, because a change of WeakRef.prototype.deref is locked. Restart the kernel.\n',
  );
  expect(await own.run('1 + 1')).toMatchObject({ text: '', outputs: answer });
  await own.kill();
});
