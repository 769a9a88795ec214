import { Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { requestInterrupt } from './watchdog-signal.js';

// Node.js ends a script with this option at SIGINT on every thread, even while the main thread is busy.
const WAIT = new Script('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)');

parentPort?.postMessage('ready');
for (;;) {
  try {
    WAIT.runInThisContext({ breakOnSigint: true });
  } catch {
    requestInterrupt(workerData);
  }
}
