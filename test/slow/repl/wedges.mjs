// Inputs that took the terminal, the built-in objects or the main thread from the bench, on the built one in a real terminal.
import { checked, enter, finish, isAtRest, openBench } from './support/checks.mjs';

const only = process.argv.slice(2).find((one) => !one.startsWith('--'));
const onBench = async (name, act, options = {}) => {
  if (only !== undefined && !name.includes(only)) return;
  const terminal = await openBench(options);
  await checked(name, terminal, act);
  terminal.close();
};

/** The bench answers an input of JavaScript, one of TypeScript, and Ctrl-C. */
async function answers(terminal) {
  await enter(terminal, '"answer" + (40 + 1)', /'answer41'/);
  await enter(terminal, 'const t: number = 42; "typed" + t', /'typed42'/);
  terminal.type('half');
  await terminal.see(/sandbox › half$/m);
  terminal.press('C-c');
  await terminal.see(isAtRest);
  terminal.type('await new Promise(() => {})');
  terminal.press('Enter');
  await terminal.see(' s · Ctrl-C');
  terminal.press('C-c');
  await terminal.see(/Interrupted/);
  await terminal.see(isAtRest);
}

const TAKEN = [
  'process.stdin.pause()',
  "const rl = require('readline').createInterface({ input: process.stdin }); rl.close()",
  "const rt = require('readline').createInterface({ input: process.stdin, output: process.stdout }); rt.close()",
  'process.stdin.destroy()',
  'process.stdin.unref()',
  'process.stdin.setEncoding("utf8")',
  'process.stdin.setRawMode(false)',
  'process.stdin.removeAllListeners()',
  'process.stdout.end()',
  'process.stdout.destroy()',
  'Object.prototype.foo = 1',
  'Object.prototype.bar = function () {}',
  'Object.defineProperty(Object.prototype, "boom", { get() { throw new Error("read") }, enumerable: true, configurable: true })',
  'Array.prototype.foo = 1',
  'Function.prototype.foo = () => 1',
  'setTimeout(() => { Object.prototype.late = function () {} }, 20)',
  'process.env = null',
  'process.nextTick = () => {}',
  'globalThis.setTimeout = () => {}',
  'globalThis.setInterval = globalThis.setImmediate = globalThis.queueMicrotask = () => {}',
  'globalThis.Promise = class {}',
  'globalThis.Map = globalThis.Set = globalThis.JSON = globalThis.Error = undefined',
];
for (const source of TAKEN)
  await onBench(`the bench answers after ${source}`, async (terminal) => {
    await enter(terminal, source);
    await answers(terminal);
    await enter(terminal, '.help', /\.exit/);
    await enter(terminal, '(await platform.queues.list()).data.length', /^\d+$/m);
  });

finish();
