// The thread of one case: it imports, explains, minimises, replays and exports, while the sandbox answers requests.
import { parentPort, workerData } from 'node:worker_threads';
import { type CaseResult, type CaseTask, CaseWork } from './case-work.js';

/** What the thread gets: a task, or null to stop the one that runs. */
export type CaseRequest = CaseTask | null;

export type CaseReply = { readonly progress: string } | { readonly result: CaseResult } | { readonly problem: string };

// Unread output would fill the memory of the main thread.
for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { write: () => true });

const { secrets } = workerData as { readonly secrets: readonly string[] };
const work = new CaseWork(secrets);
let stop = new AbortController();

parentPort?.on('message', (request: CaseRequest) => {
  if (request === null) stop.abort();
  else void answer(request);
});

async function answer(task: CaseTask): Promise<void> {
  stop = new AbortController();
  try {
    const result = await work.run(task, { signal: stop.signal, report: (progress) => reply({ progress }) });
    reply({ result });
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: CaseReply): void {
  parentPort?.postMessage(message);
}
