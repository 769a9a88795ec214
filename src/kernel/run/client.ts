import { randomUUID } from 'node:crypto';
import type { Subscriber } from 'zeromq';
import { addressOf, type Connection } from '../wire/connection.js';
import type { Content } from '../wire/messages.js';
import { createWire, type Received } from '../wire/wire.js';

interface Exchange {
  readonly reply: Content;
  readonly published: readonly Received[];
}

/** A small Jupyter client for one kernel. Requests can overlap. */
export interface KernelClient {
  /** `watch` also receives the messages that are published after the request has ended. */
  request(type: string, content: Content, watch?: (message: Received) => void): Promise<Exchange>;
  /** Sends a request on the control channel, which a running cell does not block. */
  control(type: string, content: Content): Promise<Content>;
  /** Rejects all open and future requests, for example because the kernel has ended. */
  fail(error: Error): void;
  close(): void;
}

interface PendingRequest {
  readonly published: Received[];
  readonly watch?: ((message: Received) => void) | undefined;
  reply?: Content;
  idle: boolean;
  resolve(exchange: Exchange): void;
  reject(error: Error): void;
}

export async function connect(connection: Connection): Promise<KernelClient> {
  const { Dealer, Subscriber } = await import('zeromq');
  const wire = createWire(connection, 'patchbay');
  const options = { linger: 0, reconnectInterval: 10, routingId: randomUUID() };
  const shell = new Dealer({ ...options, sendHighWaterMark: 0 });
  const controls = new Dealer(options);
  const stdin = new Dealer(options);
  const iopub = new Subscriber({ linger: 0, reconnectInterval: 10, receiveHighWaterMark: 0 });
  const open = new Map<string, PendingRequest>();
  const ended = new Map<string, PendingRequest['watch']>();
  let failure: Error | undefined;

  shell.connect(addressOf(connection, connection.shell_port));
  controls.connect(addressOf(connection, connection.control_port));
  stdin.connect(addressOf(connection, connection.stdin_port));
  iopub.connect(addressOf(connection, connection.iopub_port));
  iopub.subscribe();

  function settle(id: string, change: (request: PendingRequest) => void): void {
    const request = open.get(id);
    if (!request) return;
    change(request);
    if (!request.reply || !request.idle) return;
    open.delete(id);
    if (request.watch) ended.set(id, request.watch);
    request.resolve({ reply: request.reply, published: request.published });
  }

  function onReply(message: Received): void {
    settle(String(message.parent.msg_id), (request) => {
      request.reply = message.content;
    });
  }

  function onPublished(message: Received): void {
    ended.get(String(message.parent.msg_id))?.(message);
    settle(String(message.parent.msg_id), (request) => {
      request.published.push(message);
      request.watch?.(message);
      if (message.header.msg_type === 'status') request.idle = message.content.execution_state === 'idle';
    });
  }

  void listen(shell, wire.decode, onReply);
  void listen(controls, wire.decode, onReply);
  void listen(iopub, wire.decode, onPublished);

  function send(
    socket: typeof shell,
    type: string,
    content: Content,
    watch?: PendingRequest['watch'],
  ): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const { header, frames } = wire.encode(type, content);
      open.set(header.msg_id, { published: [], watch, idle: false, resolve, reject });
      socket.send(frames).catch(reject);
    });
  }

  return {
    request: (type, content, watch) => send(shell, type, content, watch),
    control: async (type, content) => (await send(controls, type, content)).reply,
    fail(error) {
      failure = error;
      for (const { reject } of open.values()) reject(error);
      open.clear();
    },
    close() {
      for (const socket of [shell, controls, stdin, iopub]) socket.close();
    },
  };
}

type Readable = Pick<Subscriber, typeof Symbol.asyncIterator>;

async function listen(socket: Readable, decode: (frames: Buffer[]) => Received, use: (message: Received) => void) {
  for await (const frames of socket) use(decode(frames));
}
