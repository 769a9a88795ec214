// The types thread: wraps tslab's converter and answers check, complete and inspect requests.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { attempt } from '../../util/index.js';
import type { TypesData, TypesQuestion } from './messages.js';
import { createTslabTypes } from './tslab-types.js';

const { preloaded, port } = workerData as TypesData;
const types = createTslabTypes(preloaded);

const listen = (to: MessagePort | null) =>
  to?.on('message', ({ id, question }: { id: number; question: TypesQuestion }) => {
    to.postMessage({ id, answer: attempt(() => answer(question)) }); // the compiler may fail on this cell
  });
listen(parentPort);
listen(port);
parentPort?.postMessage({ id: 0 }); // loaded

function answer(question: TypesQuestion): unknown {
  if (question.method === 'check') return types.check(question.source);
  if (question.method === 'complete') return types.complete(question.source, question.cursor);
  return types.inspect(question.source, question.cursor);
}
