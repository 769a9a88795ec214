import { randomUUID } from 'node:crypto';
import { type Random, seeded } from '../../support/random.js';
import { type Channel, type RawKernel, startRawKernel } from '../../support/raw-kernel.js';
import { soon } from './torture.js';

interface Counts {
  readonly messages: number;
  readonly values: number;
  readonly interrupts: number;
}

/** Sends odd messages, displays odd values and interrupts cells in one kernel. Returns an empty text, or the problem. */
export async function checkFuzz({ messages, values, interrupts }: Counts, seed = 1): Promise<string> {
  const kernel = await startRawKernel();
  const random = seeded(seed);
  try {
    await sendMessages(kernel, random, messages);
    const held =
      (await answers(kernel, `${messages} messages`)) ||
      (await displayValues(kernel, random, values)) ||
      (await answers(kernel, `${values} values`)) ||
      (await interruptCells(kernel, random, interrupts));
    return held || (await answers(kernel, `${interrupts} interrupts`));
  } finally {
    await kernel.kill();
  }
}

const CHANNELS: readonly Channel[] = ['shell', 'control', 'stdin'];
const TYPES = [
  'execute_request',
  'complete_request',
  'inspect_request',
  'history_request',
  'is_complete_request',
  'comm_info_request',
  'comm_open',
  'comm_msg',
  'input_reply',
  'interrupt_request',
  'kernel_info_request',
  'debug_request',
  'unknown',
  '__proto__',
  '',
];
const FIELDS = [
  'code',
  'cursor_pos',
  'silent',
  'user_expressions',
  'hist_access_type',
  'n',
  'value',
  'comm_id',
  'pattern',
];
const JSON_VALUES = [
  'null',
  '5',
  '-1',
  '1e308',
  '""',
  '"platform.qu"',
  '"((("',
  '"\\u0000\\ud800"',
  '[]',
  '{}',
  'true',
  '{"__proto__":null,"then":1,"toString":2}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `"${'x'.repeat(20_000)}"`,
  '{', // not JSON
];

async function sendMessages(kernel: RawKernel, { below, pick }: Random, count: number): Promise<void> {
  const content = () => {
    if (below(10) < 3) return pick(JSON_VALUES);
    const fields = Array.from({ length: 1 + below(4) }, () => `"${pick(FIELDS)}":${pick(JSON_VALUES)}`);
    return `{${fields.join(',')}}`;
  };
  for (let sent = 1; sent <= count; sent++) {
    const header = JSON.stringify({ msg_id: randomUUID(), msg_type: pick(TYPES), session: 's', version: '5.3' });
    const parts = [
      below(10) === 0 ? pick(JSON_VALUES) : header,
      pick(['{}', pick(JSON_VALUES)]),
      pick(['{}', pick(JSON_VALUES)]),
      content(),
    ];
    await kernel.sendParts(pick(CHANNELS), below(20) === 0 ? parts.slice(0, 2) : parts);
    // Answered in order, so that the queue does not grow without end.
    if (sent % 100 === 0)
      await soon(kernel.ask('shell', 'is_complete_request', { code: '1' }), `an answer after ${sent} messages`);
  }
}

const ATOMS = [
  'undefined',
  'null',
  '-0',
  'NaN',
  '10n ** 500n',
  "Symbol('s')",
  "'\\ud800\\u0000\\x1b[2J'",
  "'x'.repeat(1e6)",
  'new Date(NaN)',
  '/(?:)/g',
  'async function* f() {}',
  'class A { static #x = 1; get y() { throw new Error("getter") } }',
  'new (class { get y() { throw new Error("getter") } })()',
  'new Proxy({}, { get() { throw new Error("trap") }, ownKeys() { throw 5 } })',
  'Proxy.revocable({}, {})',
  '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
  '(() => { const a: any = { b: [] }; a.b.push(a); return a })()',
  '(() => { let a: any = {}; for (let i = 0; i < 1e4; i++) a = { a }; return a })()',
  'Object.create(null)',
  'Object.create({ then(f: any) { throw 1 } })',
  '{ toString: null, valueOf: null, toJSON: null }',
  '{ constructor: 5, __proto__: null }',
  'new Error("e", { cause: new AggregateError([1, 2n]) })',
  'Object.assign(new Error("e"), { stack: 5, message: {} })',
  'new Uint8Array(1e6)',
  'new SharedArrayBuffer(8)',
  'new WeakRef({})',
  'new Map([[{}, new Set([new Map()])]])',
  'Array(1e6)',
  "Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ['k' + i, i]))",
  'globalThis',
  'process',
  'platform',
  'await platform.phone_numbers.list()',
];
const WRAPPERS = [
  (value: string) => `(${value})`,
  (value: string) => `[${value}, ${value}]`,
  (value: string) => `({ a: ${value} })`,
  (value: string) => `new Map([['k', ${value}]])`,
  (value: string) => `Promise.reject(${value})`,
  (value: string) => `(() => { throw (${value}) })()`,
  (value: string) => `({ [Symbol.for('Jupyter.display')]: () => (${value}) })`,
  (value: string) => `({ [Symbol.for('Jupyter.display')]: () => ({ 'application/json': ${value} }) })`,
  (value: string) => `({ [Symbol.for('Jupyter.display')]: () => ({ 'text/html': ${value} }) })`,
  (value: string) => `({ [Symbol.for('nodejs.util.inspect.custom')]: () => (${value}) })`,
];
const WAYS = [
  (value: string) => value,
  (value: string) => `display(${value})`,
  (value: string) => `console.log(${value})`,
  (value: string) => `console.table(${value})`,
  (value: string) => `setTimeout(() => display(${value}))`,
];

async function displayValues(kernel: RawKernel, { pick }: Random, count: number): Promise<string> {
  for (let shown = 0; shown < count; shown++) {
    const code = pick(WAYS)(pick(WRAPPERS)(pick(ATOMS)));
    const { reply } = await soon(kernel.run(code), `an answer to ${code}`);
    if (reply.ename === 'KernelBroken') return `${code} gives ${reply.evalue}`;
  }
  return '';
}

/** Cells that print once they run. Some end by themselves, perhaps before the interrupt arrives. */
const INTERRUPTED = [
  "console.log('on')",
  "console.log('on'); for (;;) {}",
  "console.log('on'); await new Promise(() => {})",
  "await 0; console.log('on'); for (;;) {}",
  "console.log('on'); for (;;) await null",
  "console.log('on'); for (;;) try { await null } catch {}",
  "setTimeout(() => { console.log('on'); for (;;) {} }); await new Promise(() => {})",
  "console.log('on'); await input('Name? ')",
  "console.log('on'); await platform.phone_numbers.list()",
  "console.log('on'); throw new Error('own')",
  "for (;;) { console.log('x'.repeat(100)); await new Promise(setImmediate) }",
];

async function interruptCells(kernel: RawKernel, { pick }: Random, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const code = pick(INTERRUPTED);
    await soon(kernel.runAndInterrupt(code), `the end of ${code}`);
  }
}

/** Tries a cell, a request on the control channel, and a question. Returns an empty text, or the problem. */
async function answers(kernel: RawKernel, what: string): Promise<string> {
  const run = () => soon(kernel.run('6 * 7'), `a result after ${what}`);
  let cell = await run();
  // A late interrupt may still be on its way, and cells behind a failed one are aborted.
  while (cell.reply.status === 'aborted' || cell.reply.ename === 'Interrupted') cell = await run();
  const control = await soon(kernel.ask('control', 'kernel_info_request', {}), `an answer on control after ${what}`);
  const asked = kernel.run("await input('Name? ')", { onInput: () => 'Ann' });
  const { outputs } = await soon(asked, `a question after ${what}`);
  const shown = JSON.stringify([cell.outputs, outputs]);
  return shown.includes('"42"') && shown.includes("'Ann'") && control.reply.status === 'ok'
    ? ''
    : `after ${what}, it shows ${shown.slice(0, 1_000)}`;
}
