// The kernel process: `kernel-main.js CONNECTION_FILE [--live] [--yes] [--shell] [--memory=MEGABYTES] [--parent=PID]`. The same file is the entry point of the types
// thread, and of the thread that stands in for a busy kernel.
import { isMainThread, workerData } from 'node:worker_threads';
import { kernelOptions } from './run/kernel-options.js';
import type { StandInData, TypesData } from './types/messages.js';
import { startSockets } from './wire/start-sockets.js';

if (isMainThread) {
  // Read the options before any cell can change the environment: a notebook must not grant itself network access.
  const options = kernelOptions(process.argv.slice(2), process.env);
  // The sockets can answer clients while the other modules load.
  const sockets = startSockets(options);
  const { runKernel } = await import('./run/run-kernel.js');
  await runKernel(sockets, options);
} else if ((workerData as TypesData | StandInData).role === 'stand-in') {
  await import('./run/stand-in.js');
} else {
  await import('./types/thread.js');
}
