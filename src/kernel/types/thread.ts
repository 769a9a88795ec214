// The types thread: wraps tslab's converter and answers check, complete and inspect requests.
import { parentPort, workerData } from 'node:worker_threads';
import { attempt } from '../../util/index.js';
import type { TypesData, TypesQuestion } from './messages.js';
import { createTslabTypes } from './tslab-types.js';

const types = createTslabTypes((workerData as TypesData).preloaded);

parentPort?.on('message', ({ id, question }: { id: number; question: TypesQuestion }) => {
  parentPort?.postMessage({ id, answer: attempt(() => answer(question)) }); // the compiler may fail on this cell
});
parentPort?.postMessage({ id: 0 }); // loaded

function answer(question: TypesQuestion): unknown {
  if (question.method === 'check') return types.check(question.source);
  if (question.method === 'complete') return types.complete(question.source, question.cursor);
  return types.inspect(question.source, question.cursor);
}
