import { writeSync } from 'node:fs';
import { type MessagePort, workerData } from 'node:worker_threads';
import { Publisher, Router } from 'zeromq';
import { terminateMainThread, watchSignals } from '../../eval/index.js';
import { signalSyncCommand } from '../../util/index.js';
import { OpenComms } from '../execute/open-comms.js';
import { createOutputBatch, type Output } from '../execute/output-batch.js';
import { NO_COMMAND, RUNNING, STOPPED } from '../execute/sync-commands.js';
import { addressOf, type Connection } from './connection.js';
import { kernelInfo } from './kernel-info.js';
import { type MemoryError, MemoryLimit } from './memory-limit.js';
import {
  CHILDREN,
  type Channel,
  type Content,
  type Header,
  IN_COMMAND,
  NOTICED,
  REQUESTED,
  type Request,
  type Route,
  type SocketsData,
  type ToMain,
  type ToSockets,
  WATCHES_SIGINT,
} from './messages.js';
import { StandIn } from './stand-in.js';
import { createWire, type Received, type Wire } from './wire.js';

const BATCH_MS = 20;
/** How long the executing thread may take to clean up before the process is killed. */
const SHUTDOWN_GRACE_MS = 3_000;
/** How long a client that has stopped reading may delay the end of the process. */
const LINGER_MS = 500;
/** How long the executing thread may take to notice an interrupt before its code is terminated from outside. */
const NOTICE_MS = 400;
/** After this many times `NOTICE_MS`, the user reads why nothing happens. */
const EXPLAIN_AFTER = 8;
const IN_NATIVE_CALL =
  'The interrupt waits: the cell is in a native function that cannot be stopped, such as sort(). The cell stops when the function returns. To stop it now, restart the kernel.\n';
const PARENT_CHECK_MS = 1_000;

/** Owns the five sockets. It answers requests that need no evaluation, so that a kernel with a busy cell responds. */
class SocketServer {
  readonly #main: MessagePort;
  readonly #connection: Connection;
  readonly #shared: Int32Array;
  readonly #memory: MemoryLimit;
  /** Two terminations at once would wait for each other's pause of the executing thread, and leave it paused. */
  #isTerminating = false;
  /** Whether the executing thread did not pause for the termination: it is in a native function. */
  #isInNativeCall = false;
  /** The latest cell that began. */
  #cell: Header | undefined;
  readonly #wire: Wire;
  readonly #info = kernelInfo();
  readonly #comms = new OpenComms();
  readonly #standIn = new StandIn();
  // No high-water mark: at its mark, a Publisher drops messages and a Router blocks.
  readonly #iopub = new Publisher({ sendHighWaterMark: 0, linger: LINGER_MS });
  readonly #routers = {
    shell: new Router({ sendHighWaterMark: 0, receiveHighWaterMark: 0, linger: LINGER_MS }),
    control: new Router({ sendHighWaterMark: 0, linger: LINGER_MS }),
    stdin: new Router({ sendHighWaterMark: 0, linger: LINGER_MS }),
  };
  readonly #heartbeat = new Router({ linger: 0 });
  /** The last pending message of each socket. */
  readonly #queues = new Map<string, Promise<void>>();
  readonly #batch = createOutputBatch(
    ({ name, text, parent }) => this.#publish('stream', { name, text }, parent),
    BATCH_MS,
  );
  #stream: Omit<Output, 'text'> = { name: 'stdout', parent: undefined };

  constructor({ port, connection, shared, memory }: SocketsData) {
    this.#main = port;
    this.#connection = connection;
    this.#memory = new MemoryLimit(memory);
    this.#shared = new Int32Array(shared);
    this.#wire = createWire(connection, 'kernel');
  }

  async open(): Promise<void> {
    const { shell_port, iopub_port, stdin_port, control_port, hb_port } = this.#connection;
    const address = (port: number) => addressOf(this.#connection, port);
    this.#main.on('message', (message: ToSockets) => this.#handle(message));
    await Promise.all([
      this.#iopub.bind(address(iopub_port)),
      this.#heartbeat.bind(address(hb_port)),
      this.#routers.shell.bind(address(shell_port)),
      this.#routers.control.bind(address(control_port)),
      this.#routers.stdin.bind(address(stdin_port)),
    ]);
    this.#publish('status', { execution_state: 'starting' }, undefined);
    this.#send({ kind: 'open' });
    if (watchSignals(['SIGINT'], () => this.#interrupt())) Atomics.store(this.#shared, WATCHES_SIGINT, 1);
    void this.#echoHeartbeat();
    this.#memory.watch((error, route) => void this.#endForMemory(error, route));
    for (const channel of ['shell', 'control', 'stdin'] as const) void this.#listen(channel);
  }

  #handle(message: ToSockets): void {
    if (typeof message === 'string') {
      this.#batch.add({ ...this.#stream, text: message });
      return;
    }
    if (message.kind === 'stream') {
      this.#stream = message;
      return;
    }
    this.#batch.flush();
    if (message.kind === 'publish' && message.type === 'execute_input') this.#cell = message.parent;
    if (message.kind === 'publish' && message.content.execution_state === 'busy')
      this.#memory.beginCell(message.parent);
    if (message.kind === 'publish') {
      this.#comms.note(message.type, message.content);
      this.#publish(message.type, message.content, message.parent, message.metadata);
    } else if (message.kind === 'reply') this.#reply(message.to, message.type, message.content);
    else if (message.kind === 'types' || message.kind === 'names') this.#standIn.note(message);
    else if (message.kind === 'fence') setImmediate(() => setImmediate(() => this.#send({ kind: 'fence' })));
    else void this.#close();
  }

  /** Fails the cell that runs, then ends the process: no other code could free the memory of its variables. */
  async #endForMemory(error: MemoryError, route: Route | undefined): Promise<void> {
    this.#batch.flush();
    this.#publish('error', error, route?.header ?? this.#cell);
    if (route) this.#reply(route, 'execute_reply', error);
    if (route) this.#publish('status', { execution_state: 'idle' }, route.header);
    writeSync(2, `${error.evalue}\n`);
    await Promise.allSettled(this.#queues.values());
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LINGER_MS);
  }

  async #echoHeartbeat(): Promise<void> {
    for await (const frames of this.#heartbeat) await this.#heartbeat.send(frames);
  }

  async #listen(channel: Channel): Promise<void> {
    for await (const frames of this.#routers[channel]) {
      // An error that leaves this thread ends the kernel.
      try {
        this.#receive(channel, this.#wire.decode(frames));
      } catch (error) {
        writeSync(2, `dropped a message on ${channel}: ${(error as Error).message}\n`);
      }
    }
  }

  #receive(channel: Channel, { ids, header, content, problem }: Received): void {
    const request: Request = { channel, ids, header, content };
    const type = header.msg_type;
    if (problem !== undefined) {
      if (type.endsWith('_request')) this.#answer(request, replyType(type), failure('InvalidRequest', problem));
      // A message of a comm has no reply. A widget sends no further one before this status.
      else if (type.startsWith('comm_')) this.#publishStatuses(request);
    } else if (type === 'input_reply') this.#send({ kind: 'input', value: String(request.content.value ?? '') });
    else if (type === 'kernel_info_request') this.#answer(request, 'kernel_info_reply', this.#info);
    else if (type === 'comm_info_request')
      this.#answer(request, 'comm_info_reply', this.#comms.list(content.target_name));
    else if (type === 'interrupt_request')
      this.#answer(request, 'interrupt_reply', { status: 'ok' }, () => this.#interrupt());
    else if (type === 'shutdown_request') this.#shutDown(request);
    else {
      if (type === 'execute_request') this.#memory.addCell({ channel, ids, header });
      this.#comms.note(type, content);
      const answer = (reply: Content) => this.#answer(request, replyType(type), reply);
      this.#send({ kind: 'request', request, flag: this.#standIn.watch(request, answer) });
    }
  }

  #answer(request: Request, type: string, content: Content, act: () => void = () => {}): void {
    this.#batch.flush();
    this.#publish('status', { execution_state: 'busy' }, request.header);
    act();
    this.#reply(request, type, content);
    this.#publish('status', { execution_state: 'idle' }, request.header);
  }

  #publishStatuses({ header }: Request): void {
    for (const execution_state of ['busy', 'idle']) this.#publish('status', { execution_state }, header);
  }

  /** A waiting cell receives a message. A cell that computes cannot, so the inspector terminates its execution. */
  #interrupt(): void {
    const before = Atomics.load(this.#shared, NOTICED);
    const isWanted = () => Atomics.load(this.#shared, NOTICED) === before;
    Atomics.add(this.#shared, REQUESTED, 1);
    this.#send({ kind: 'interrupt' });
    const cell = this.#cell;
    let checks = 0;
    const timer = setInterval(() => {
      if (!isWanted()) return clearInterval(timer);
      checks += 1;
      if (!this.#isTerminating) void this.#terminate(isWanted);
      if (this.#isInCommand()) this.#endCommand(checks === 1 ? 'SIGINT' : 'SIGKILL');
      else if (checks === EXPLAIN_AFTER && this.#isInNativeCall)
        this.#publish('stream', { name: 'stderr', text: IN_NATIVE_CALL }, cell);
    }, NOTICE_MS);
  }

  async #terminate(isWanted: () => boolean): Promise<void> {
    this.#isTerminating = true;
    this.#isInNativeCall = true;
    const onEnd = () => this.#send({ kind: 'ended' });
    const isWantedOncePaused = () => {
      this.#isInNativeCall = false;
      return isWanted();
    };
    // A Node.js without an inspector fails.
    await terminateMainThread({ isWanted: isWantedOncePaused, onEnd }).catch(() => {});
    this.#isTerminating = false;
  }

  #endCommand(signal: 'SIGINT' | 'SIGKILL'): void {
    signalSyncCommand(signal, this.#shared.subarray(CHILDREN), () => {
      Atomics.compareExchange(this.#shared, IN_COMMAND, RUNNING, STOPPED);
      return this.#isInCommand();
    });
  }

  #isInCommand = () => Atomics.load(this.#shared, IN_COMMAND) !== NO_COMMAND;

  #shutDown(request: Request): void {
    const restart = request.content.restart === true;
    this.#answer(request, 'shutdown_reply', { status: 'ok', restart });
    this.#send({ kind: 'shutdown', restart, isPatient: request.content.patient === true });
    // A cell that never yields must not keep the process alive.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), SHUTDOWN_GRACE_MS).unref();
  }

  /**
   * Called when the executing thread is done: waits for pending messages, then closes all that keeps this thread alive.
   * The process ends after this thread. If it ended earlier, it would terminate this thread while zeromq calls back,
   * and zeromq then aborts the process.
   */
  async #close(): Promise<void> {
    await Promise.allSettled(this.#queues.values());
    for (const socket of [this.#iopub, this.#heartbeat, ...Object.values(this.#routers)]) socket.close();
    this.#main.close();
  }

  #publish(type: string, content: Content, parent: Header | undefined, metadata?: Content): void {
    const frames = this.#encode(type, content, parent, [type], metadata);
    this.#enqueue('iopub', () => this.#iopub.send(frames));
  }

  #reply(to: Route, type: string, content: Content): void {
    this.#memory.endCell(to.header);
    const frames = this.#encode(type, content, to.header, to.ids);
    this.#enqueue(to.channel, () => this.#routers[to.channel].send(frames));
  }

  /** A reply that JSON cannot contain becomes an error, so that the client does not wait forever. */
  #encode(
    type: string,
    content: Content,
    parent: Header | undefined,
    ids: Parameters<Wire['encode']>[3],
    metadata?: Content,
  ) {
    try {
      return this.#wire.encode(type, content, parent, ids, metadata).frames;
    } catch (error) {
      const unsent = `The kernel cannot send ${type} as JSON: ${(error as Error).message}`;
      return this.#wire.encode(type, failure('InvalidReply', unsent), parent, ids).frames;
    }
  }

  /** A socket sends one message at a time. An error means that the client has disconnected. */
  #enqueue(queue: string, send: () => Promise<void>): void {
    const pending = this.#queues.get(queue) ?? Promise.resolve();
    this.#queues.set(
      queue,
      pending.then(send).catch(() => {}),
    );
  }

  #send(message: ToMain): void {
    this.#main.postMessage(message);
  }
}

const replyType = (type: string) => type.replace(/_request$/, '_reply');

function failure(ename: string, evalue: string): Content {
  return { status: 'error', ename, evalue, traceback: [`${ename}: ${evalue}`] };
}

/** Checks regularly whether the parent process still runs, and kills this kernel if it has ended. */
function endWithParent({ parent }: Pick<SocketsData, 'parent'>): void {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, PARENT_CHECK_MS).unref();
}

await new SocketServer(workerData as SocketsData).open();
endWithParent(workerData as SocketsData);
// An error that leaves this thread would abort the process, because zeromq runs in it.
process.on('uncaughtException', (error) => writeSync(2, `error in the thread of the sockets: ${error.stack}\n`));
