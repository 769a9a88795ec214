// Runs first in each worker thread. A thread has its own copy of the built-in modules, so they are intercepted again.
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { interceptDatagrams } from './datagrams.js';
import { Gate } from './gate.js';
import { interceptNames } from './names.js';
import { interceptSockets } from './sockets.js';
import { interceptThreads, SharedFlag } from './threads.js';

const flag = SharedFlag.inherited();
if (flag) {
  const gate = new Gate(flag.isOpen);
  interceptSockets(gate);
  interceptDatagrams(gate);
  interceptNames(gate);
  interceptThreads(fileURLToPath(import.meta.url));
  syncBuiltinESMExports();
}
