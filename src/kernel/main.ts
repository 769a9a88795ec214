// The kernel process: `kernel-main.js CONNECTION_FILE [--live] [--yes]`. The same file is the thread that knows types.
import { isMainThread } from 'node:worker_threads';
import { kernelOptions } from './run/kernel-options.js';
import { startSockets } from './wire/start-sockets.js';

if (isMainThread) {
  // Read before any cell can change the environment: a notebook cannot grant itself the network.
  const options = kernelOptions(process.argv.slice(2), process.env);
  // The sockets answer while the rest is still loading.
  const sockets = startSockets(options.connection);
  const { runKernel } = await import('./run/run-kernel.js');
  await runKernel(sockets, options);
} else {
  await import('./types/thread.js');
}
