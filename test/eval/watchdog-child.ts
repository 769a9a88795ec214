// Runs in a process of its own (watchdog.test.ts), bundled together with the evaluator: busy inputs, ended from outside.
import { Worker } from 'node:worker_threads';
import { createEvaluator, requestInterrupt, startWatchdog } from '../../src/eval/index.js';

const evaluator = createEvaluator({
  globals: {
    /** Asks as another thread would, while the input is already busy. */
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
const watchdog = startWatchdog({ interrupt: () => evaluator.interrupt() });
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

// An interrupt while nothing runs must not end what runs next.
requestInterrupt(watchdog.signal);
await new Promise((resolve) => setTimeout(resolve, 700));
report.next = await outcome('let sum = 0; for (let i = 0; i < 1e5; i++) sum += i; await 0; sum');
report.timers = await new Promise((resolve) => setTimeout(() => resolve('turn'), 10));
clearInterval(awake);
await watchdog.stop();
process.stdout.write(JSON.stringify(report));
