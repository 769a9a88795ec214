import { type Bench, createBench } from '../../src/bench/index.js';
import { Kernel } from '../../src/kernel/execute/kernel.js';
import { NO_TYPES } from '../../src/kernel/types/types.js';
import type { Content, Request, ToSockets } from '../../src/kernel/wire/messages.js';

/** Returns a kernel without sockets, the messages that it sends, and a function that runs a cell to its end. */
export function kernelWithoutSockets(bench: Bench = createBench(), savedCells: readonly string[] = []) {
  const sent: ToSockets[] = [];
  let replied = () => {};
  const kernel = new Kernel({
    createBench: () => bench,
    createTypes: () => NO_TYPES,
    history: { add() {}, answer: () => ({}) } as never,
    typeChecking: 'off',
    savedCells: () => savedCells,
    send(message) {
      sent.push(message);
      if (typeof message === 'object' && message.kind === 'reply') replied();
    },
  });
  const run = (id: string, content: Content) =>
    new Promise<void>((resolve) => {
      replied = resolve;
      const header = { msg_id: id, msg_type: 'execute_request' };
      kernel.receive({
        kind: 'request',
        request: { channel: 'shell', ids: [], header, content } as unknown as Request,
      });
    });
  /** Delivers a message of a comm, and waits for its last status. */
  const deliver = async (request: Request) => {
    const from = sent.length;
    kernel.receive({ kind: 'request', request });
    const isIdle = (one: ToSockets) =>
      typeof one === 'object' && one.kind === 'publish' && one.content.execution_state === 'idle';
    while (!sent.slice(from).some(isIdle)) await new Promise(setImmediate);
  };
  return { kernel, sent, run, deliver };
}
