import { Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { requestInterrupt } from './watchdog-signal.js';

// Node.js ends a script with this option at SIGINT on every thread, even while the main thread is busy. The script
// itself reports that it is ready, because a signal before it would end the process.
const WAIT = new Script('ready(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)');

Object.assign(globalThis, { ready: () => parentPort?.postMessage('ready') });
for (;;) {
  try {
    WAIT.runInThisContext({ breakOnSigint: true });
  } catch {
    requestInterrupt(workerData);
  }
}
