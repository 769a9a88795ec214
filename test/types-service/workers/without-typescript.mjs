// A types worker that found no compiler.
import { parentPort } from 'node:worker_threads';

parentPort.postMessage({
  kind: 'unavailable',
  reason: 'TypeScript is not installed',
  install: 'npm install typescript',
});
