// A types worker that never answers a request, or an input, that contains "poison".
import { parentPort } from 'node:worker_threads';

const added = [];
parentPort.postMessage({ kind: 'ready', compiler: 'none 1.0.0' });
parentPort.on('message', ({ kind, id, source }) => {
  while (source?.includes('poison'));
  if (kind === 'add') {
    added.push(source);
    parentPort.postMessage({ kind: 'added', id });
  } else {
    const items = added.map((text) => ({ text, kind: 'value', sortText: '' }));
    parentPort.postMessage({ kind, id, answer: { from: 0, to: 0, items } });
  }
});
