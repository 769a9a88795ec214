// The thread that owns the five sockets. It answers requests that need no evaluation, so that a kernel with a busy cell
// still responds.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Publisher, Router } from 'zeromq';
import { createInterrupter } from '../execute/interrupt.js';
import { createOutputBatch, type Output } from '../execute/output-batch.js';
import { addressOf } from './connection.js';
import { kernelInfo } from './kernel-info.js';
import type { Channel, Content, Header, Request, SocketsData, ToMain, ToSockets } from './messages.js';
import { createWire, type Received } from './wire.js';

const BATCH_MS = 20;
/** How long the executing thread may take to clean up before the process is killed. */
const SHUTDOWN_GRACE_MS = 3_000;
/** How long a client that has stopped reading may delay the end of the process. */
const LINGER_MS = 500;
const PARENT_CHECK_MS = 1_000;

const { port: main, connection, noticed } = workerData as SocketsData;
const wire = createWire(connection, 'kernel');
const info = kernelInfo();

// No high-water mark: at its mark, a Publisher drops messages and a Router blocks.
const iopub = new Publisher({ sendHighWaterMark: 0, linger: LINGER_MS });
const routers = {
  shell: new Router({ sendHighWaterMark: 0, receiveHighWaterMark: 0, linger: LINGER_MS }),
  control: new Router({ sendHighWaterMark: 0, linger: LINGER_MS }),
  stdin: new Router({ sendHighWaterMark: 0, linger: LINGER_MS }),
};
const heartbeat = new Router({ linger: 0 });
const queues = new Map<string, Promise<void>>();

const batch = createOutputBatch(({ name, text, parent }) => publish('stream', { name, text }, parent), BATCH_MS);
const interrupter = createInterrupter(
  noticed,
  () => tell({ kind: 'interrupt' }),
  () => tell({ kind: 'ended' }),
);

let stream: Omit<Output, 'text'> = { name: 'stdout', parent: undefined };

main.on('message', (message: ToSockets) => {
  if (typeof message === 'string') return batch.add({ ...stream, text: message });
  if (message.kind === 'stream') {
    stream = message;
    return;
  }
  batch.flush();
  if (message.kind === 'publish') publish(message.type, message.content, message.parent);
  else if (message.kind === 'reply') reply(message.to, message.type, message.content);
  else if (message.kind === 'fence') setImmediate(() => setImmediate(() => tell({ kind: 'fence' })));
  else void finish();
});

await Promise.all([
  iopub.bind(addressOf(connection, connection.iopub_port)),
  heartbeat.bind(addressOf(connection, connection.hb_port)),
  routers.shell.bind(addressOf(connection, connection.shell_port)),
  routers.control.bind(addressOf(connection, connection.control_port)),
  routers.stdin.bind(addressOf(connection, connection.stdin_port)),
]);
publish('status', { execution_state: 'starting' }, undefined);
tell({ kind: 'open' });
endWithParent();
void echoHeartbeat();
for (const channel of ['shell', 'control', 'stdin'] as const) void listen(channel);

async function echoHeartbeat(): Promise<void> {
  for await (const frames of heartbeat) await heartbeat.send(frames);
}

async function listen(channel: Channel): Promise<void> {
  for await (const frames of routers[channel]) {
    let message: Received;
    try {
      message = wire.decode(frames);
    } catch (error) {
      writeSync(2, `dropped a message on ${channel}: ${(error as Error).message}\n`);
      continue;
    }
    const { ids, header, content } = message;
    receive({ channel, ids, header, content });
  }
}

function receive(request: Request): void {
  const type = request.header.msg_type;
  if (type === 'input_reply') tell({ kind: 'input', value: String(request.content.value ?? '') });
  else if (type === 'kernel_info_request') answer(request, 'kernel_info_reply', info);
  else if (type === 'comm_info_request') answer(request, 'comm_info_reply', { status: 'ok', comms: {} });
  else if (type === 'interrupt_request') answer(request, 'interrupt_reply', { status: 'ok' }, interrupter.interrupt);
  else if (type === 'shutdown_request') shutdown(request);
  else tell({ kind: 'request', request });
}

function answer(request: Request, type: string, content: Content, act: () => void = () => {}): void {
  batch.flush();
  publish('status', { execution_state: 'busy' }, request.header);
  act();
  reply(request, type, content);
  publish('status', { execution_state: 'idle' }, request.header);
}

function shutdown(request: Request): void {
  const restart = request.content.restart === true;
  answer(request, 'shutdown_reply', { status: 'ok', restart });
  tell({ kind: 'shutdown', restart });
  // A cell that never yields must not keep the process alive.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), SHUTDOWN_GRACE_MS);
}

/** Called when the executing thread is done: waits for pending messages, then lets that thread end the process. */
async function finish(): Promise<void> {
  await Promise.allSettled(queues.values());
  for (const socket of [iopub, heartbeat, ...Object.values(routers)]) socket.close();
  tell({ kind: 'finished' });
}

function publish(type: string, content: Content, parent: Header | undefined): void {
  const { frames } = wire.encode(type, content, parent, [type]);
  enqueue('iopub', () => iopub.send(frames));
}

function reply(to: Request, type: string, content: Content): void {
  const { frames } = wire.encode(type, content, to.header, to.ids);
  enqueue(to.channel, () => routers[to.channel].send(frames));
}

/**
 * Queues a message, because a socket sends one at a time. Errors are ignored: they mean that the client has
 * disconnected.
 */
function enqueue(queue: string, send: () => Promise<void>): void {
  queues.set(
    queue,
    (queues.get(queue) ?? Promise.resolve()).then(send).catch(() => {}),
  );
}

function tell(message: ToMain): void {
  main.postMessage(message);
}

/** Checks regularly whether the parent process still runs, and kills this kernel if it has ended. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, PARENT_CHECK_MS).unref();
}
