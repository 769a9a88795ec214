// A types worker that writes to the terminal.
import { parentPort } from 'node:worker_threads';

console.log('on stdout');
console.error('on stderr');
process.stdout.write('x'.repeat(1_000_000));
parentPort.postMessage({ kind: 'ready', compiler: 'none 1.0.0' });
parentPort.on('message', ({ kind, id }) => {
  const environment = Object.keys(process.env).map((text) => ({ text, kind: 'value', sortText: '' }));
  parentPort.postMessage({ kind, id, answer: { from: 0, to: 0, items: environment } });
});
