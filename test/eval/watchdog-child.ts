// Runs in a separate process (watchdog.test.ts), bundled with the evaluator: busy inputs that the watchdog terminates.
import { Worker } from 'node:worker_threads';
import { createEvaluator, requestInterrupt, startWatchdog } from '../../src/eval/index.js';
import { rotated, sampled } from '../support/rotation.js';

const evaluator = createEvaluator({
  globals: {
    /** Requests an interrupt like another thread, while the input is busy. */
    askSoon: () => {
      const { signal } = watchdog;
      new Worker(
        `const { workerData } = require('node:worker_threads'); setTimeout(() => Atomics.add(new Int32Array(workerData), 1, 1), 100)`,
        {
          eval: true,
          workerData: signal,
        },
      ).unref();
    },
  },
});
const endings: boolean[] = [];
const watchdog = startWatchdog({
  interrupt: (ended) => {
    endings.push(ended);
    evaluator.interrupt();
    heard();
  },
});
let heard = () => {};
const report: Record<string, unknown> = {};
const awake = setInterval(() => {}, 1000);

async function outcome(source: string): Promise<unknown> {
  try {
    return (await evaluator.run(source)).value;
  } catch (error) {
    return (error as Error).name;
  }
}

report.before = await outcome('let kept = 1; askSoon(); for (;;) { kept += 1 }');
report.after = await outcome('askSoon(); await 0; for (;;) { kept += 1 }');
report.again = await outcome('const lost = 1 + await (async () => { askSoon(); await 0; for (;;) {} })()');
report.microtasks = await outcome('askSoon(); for (;;) await 0');
report.inside = await outcome('function spin() { for (;;) {} } askSoon(); [1].forEach(() => spin())');
report.waiting = await outcome('askSoon(); await new Promise(() => {})');
report.kept = await outcome('kept > 2');
report.lost = await outcome('typeof lost');

// Callbacks of Node, whose callers are unwound too.
const callbacks = {
  timer: 'setTimeout(spin, 1)',
  'timer again': 'setTimeout(spin, 1)',
  interval: 'setInterval(spin, 1)',
  immediate: 'setImmediate(spin); setImmediate(() => { behind += 1 })',
  tick: 'process.nextTick(spin)',
  'microtask in a context':
    'const { AsyncLocalStorage } = await import("node:async_hooks"); new AsyncLocalStorage().run(1, () => Promise.resolve().then(spin))',
  event:
    'const target = new EventTarget(); target.addEventListener("x", spin); setTimeout(() => target.dispatchEvent(new Event("x")), 1)',
  file: '(await import("node:fs")).readFile(process.execPath, spin)',
};
await outcome('let behind = 0; function spin() { askSoon(); for (;;) {} }');
// Each takes half a second of one core: a run takes the first and one other.
for (const [name, source] of sampled(Object.entries(callbacks), (_, index) => index === 0, 7)) {
  report[name] = await outcome(`${source}; await new Promise(() => {})`);
}
report.behind = await outcome('behind');
const left = new Promise<void>((resolve) => {
  heard = resolve;
});
endings.length = 0;
report.left = await outcome('setTimeout(spin, 1); 5');
await left;
report.endings = [...endings];
endings.length = 0;

// Background jobs: only the busy job ends.
const beside = new AbortController();
let other: unknown;
const otherOver = evaluator
  .run('await new Promise((yes) => { globalThis.release = yes })', { background: beside.signal })
  .then(({ value }) => {
    other = value;
  });
const jobs = {
  job: 'askSoon(); for (;;) {}',
  'job again': 'askSoon(); for (;;) {}',
  'job after an await': 'await new Promise((yes) => setTimeout(yes, 5)); askSoon(); for (;;) {}',
  'job in a callback': 'setTimeout(spin, 1); await new Promise(() => {})',
};
for (const [name, source] of rotated(Object.entries(jobs), 4)) {
  report[name] = await evaluator.run(source, { background: new AbortController().signal }).catch((error) => error.name);
}
await outcome('release("lives")');
await otherOver;
report.other = other;
endings.length = 0;

// A synchronous child process: the native call and the code after it must not be terminated.
const returned = new Promise<void>((resolve) => {
  heard = resolve;
});
report.child = await outcome('askSoon(); require("node:child_process").execSync("sleep 1"); 6');
await returned;
report.childEndings = [...endings];

// An interrupt while no code runs must not terminate the next code.
requestInterrupt(watchdog.signal);
await new Promise((resolve) => setTimeout(resolve, 700));
report.next = await outcome('let sum = 0; for (let i = 0; i < 1e5; i++) sum += i; await 0; sum');
report.timers = await new Promise((resolve) => setTimeout(() => resolve('turn'), 10));
clearInterval(awake);
await watchdog.stop();
process.stdout.write(JSON.stringify(report));
