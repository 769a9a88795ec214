// Runs in a separate process (watchdog.test.ts), bundled with the evaluator: SIGINT while code is busy, and at rest.
import { createEvaluator, startWatchdog } from '../../src/eval/index.js';

const evaluator = createEvaluator();
let heard = () => {};
const watchdog = startWatchdog({
  sigint: true,
  interrupt: () => {
    evaluator.interrupt();
    heard();
  },
});
const awake = setInterval(() => {}, 1000);
await watchdog.ready;

const outcome = (source: string) =>
  evaluator.run(source).then(
    ({ value }) => value,
    (error: Error) => error.name,
  );
const atRest = () =>
  new Promise<string>((resolve) => {
    heard = () => resolve('heard');
    process.kill(process.pid, 'SIGINT');
  });

const BUSY = "process.kill(process.pid, 'SIGINT'); for (;;) {}";
const report = [await outcome(BUSY), await atRest()];
// Checks for completeness use the same option of Node.js.
report.push(evaluator.completeness('f(').status, await outcome(`await 0; ${BUSY}`), await outcome('6 * 7'));
clearInterval(awake);
await watchdog.stop();
process.stdout.write(JSON.stringify(report));
