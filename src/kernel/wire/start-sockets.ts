import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { packageRoot } from '../../util/index.js';
import { SHARED_LENGTH, type SocketsData } from './messages.js';

/** The executing thread's side of the sockets. The port queues messages until a listener is added. */
export interface Sockets {
  readonly port: MessagePort;
  /** See `NOTICED` and the constants after it. */
  readonly shared: Int32Array;
  readonly thread: Worker;
}

export function startSockets({
  connection,
  memory,
  parent,
}: Pick<SocketsData, 'connection' | 'memory' | 'parent'>): Sockets {
  const { port1, port2 } = new MessageChannel();
  const shared = new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT);
  const thread = new Worker(join(packageRoot(), 'dist', 'kernel-sockets.js'), {
    workerData: { connection, shared, memory, parent, port: port2 } satisfies SocketsData,
    transferList: [port2],
  });
  return { port: port1, shared: new Int32Array(shared), thread };
}
