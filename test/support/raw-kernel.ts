import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Dealer, Subscriber } from 'zeromq';
import { addressOf, type Connection, newConnection } from '../../src/kernel/wire/connection.js';
import { createWire, type Received } from '../../src/kernel/wire/wire.js';

type Content = Readonly<Record<string, unknown>>;
export type Channel = 'shell' | 'control' | 'stdin';

export interface CellRun {
  readonly reply: Content;
  readonly outputs: readonly ({ readonly type: string } & Content)[];
  /** The text of all streams, in the order of arrival. */
  readonly text: string;
}

interface Watching {
  /** Returns the answer to a question of the cell. Without it, the cell cannot ask. */
  onInput?(prompt: string): string;
  /** Called for each message of the cell. */
  onMessage?(message: Received): void;
}

interface RawOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The entry point of the kernel: by default, that of the build. */
  readonly main?: string;
  /** Options of the kernel, such as `--memory=400`. */
  readonly flags?: readonly string[];
}

/** Starts a kernel process and a client that can also send messages of any shape and answer questions. */
export async function startRawKernel({ env, main = resolve('dist/kernel-main.js'), flags = [] }: RawOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'raw-kernel-'));
  const connection = await newConnection(folder);
  const file = join(folder, 'kernel.json');
  writeFileSync(file, JSON.stringify(connection), { mode: 0o600 });
  const child = spawn(process.execPath, [main, file, ...flags], {
    cwd: folder,
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: 'off', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const kernel = new RawKernel(child, connection, folder);
  await kernel.isReady();
  return kernel;
}

interface Pending {
  readonly published: Received[];
  readonly watching: Watching;
  reply?: Content;
  isIdle: boolean;
  resolve(done: { reply: Content; published: readonly Received[] }): void;
  reject(error: Error): void;
}

export class RawKernel {
  readonly process: ChildProcess;
  readonly folder: string;
  /** Resolves with the exit code, or the signal that ended the kernel. */
  readonly exited: Promise<number | string>;
  stderr = '';
  /** The outputs that arrived after the end of their cells. */
  readonly late: Content[] = [];
  readonly #awaited = new Map<string, (content: Content) => void>();
  readonly #key: string;
  readonly #wire;
  readonly #sockets;
  readonly #iopub = new Subscriber({ linger: 0, reconnectInterval: 10, receiveHighWaterMark: 0 });
  readonly #pending = new Map<string, Pending>();

  constructor(child: ChildProcess, connection: Connection, folder: string) {
    this.process = child;
    this.folder = folder;
    this.#key = connection.key;
    this.#wire = createWire(connection, 'raw');
    const routingId = randomUUID();
    const open = (port: number) => {
      const socket = new Dealer({ linger: 0, reconnectInterval: 10, routingId, sendHighWaterMark: 0 });
      socket.connect(addressOf(connection, port));
      return socket;
    };
    const { shell_port, control_port, stdin_port, iopub_port } = connection;
    this.#sockets = { shell: open(shell_port), control: open(control_port), stdin: open(stdin_port) };
    this.#iopub.connect(addressOf(connection, iopub_port));
    this.#iopub.subscribe();
    for (const socket of [...Object.values(this.#sockets), this.#iopub]) void this.#listen(socket);
    child.stderr?.on('data', (chunk) => {
      this.stderr = (this.stderr + chunk).slice(-20_000);
    });
    this.exited = once(child, 'exit').then(([code, signal]) => {
      const died = new Error(`the kernel died (${signal ?? code}): ${this.stderr}`);
      for (const { reject } of this.#pending.values()) reject(died);
      return signal ?? code;
    });
  }

  /** Repeats a request until its status arrives too, because a new subscription takes time to reach the kernel. */
  async isReady(): Promise<void> {
    for (let ready = false; !ready; ) {
      const answered = this.ask('shell', 'kernel_info_request', {}).then(() => {
        ready = true;
      });
      answered.catch(() => {}); // if the kernel ends, the latest request reports it
      await Promise.race([answered, after(50)]);
    }
  }

  ask(channel: Channel, type: string, content: Content, watching: Watching = {}) {
    const { header, frames } = this.#wire.encode(type, content);
    const answered = this.#expect(header.msg_id, watching);
    this.#sockets[channel].send(frames).catch(() => {}); // the kernel has ended, which rejects `answered`
    return answered;
  }

  #expect(msgId: string, watching: Watching) {
    return new Promise<{ reply: Content; published: readonly Received[] }>((resolve, reject) => {
      if (this.process.exitCode !== null || this.process.signalCode !== null)
        return reject(new Error(`the kernel has ended: ${this.stderr}`));
      this.#pending.set(msgId, { published: [], watching, isIdle: false, resolve, reject });
    });
  }

  async run(code: string, watching: Watching = {}, more: Content = {}): Promise<CellRun> {
    const content = { code, allow_stdin: watching.onInput !== undefined, stop_on_error: false, ...more };
    const { reply, published } = await this.ask('shell', 'execute_request', content, watching);
    const outputs = published
      .filter(({ header }) => !['status', 'execute_input'].includes(header.msg_type))
      .map(({ header, content: one }) => ({ type: header.msg_type, ...one }));
    return { reply, outputs, text: outputs.map((one: Content) => one.text ?? '').join('') };
  }

  /** Runs a cell and interrupts it when it prints. */
  runAndInterrupt(code: string): Promise<CellRun> {
    let isSent = false;
    return this.run(code, {
      onMessage: ({ header }) => {
        if (header.msg_type !== 'stream' || isSent) return;
        isSent = true;
        void this.ask('control', 'interrupt_request', {});
      },
    });
  }

  /** Resolves with the content of the next message of a type. */
  published(type: string): Promise<Content> {
    return new Promise((resolve) => this.#awaited.set(type, resolve));
  }

  /** Resolves with the reply to a message that is sent with `sendParts`. */
  async replyTo(msgId: string): Promise<Content> {
    const { reply } = await this.#expect(msgId, {});
    return reply;
  }

  /** Sends JSON parts with a valid signature: header, parent header, metadata and content. */
  async sendParts(channel: Channel, parts: readonly string[]): Promise<void> {
    const hmac = createHmac('sha256', this.#key);
    for (const part of parts) hmac.update(part);
    await this.#sockets[channel].send(['<IDS|MSG>', hmac.digest('hex'), ...parts]);
  }

  async shutDown(): Promise<number | string> {
    this.ask('control', 'shutdown_request', { restart: false }).catch(() => {}); // may exit before it replies
    const ended = await this.exited;
    this.#close();
    return ended;
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
    this.#close();
  }

  #close(): void {
    for (const socket of [...Object.values(this.#sockets), this.#iopub]) socket.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #listen(socket: Pick<Subscriber, typeof Symbol.asyncIterator>): Promise<void> {
    for await (const frames of socket) this.#receive(this.#wire.decode(frames));
  }

  #receive(message: Received): void {
    const id = String(message.parent.msg_id);
    const pending = this.#pending.get(id);
    const { msg_type } = message.header;
    this.#awaited.get(msg_type)?.(message.content);
    if (!pending) {
      if (/^(stream|display_data)$/.test(msg_type)) this.late.push(message.content);
      return;
    }
    pending.watching.onMessage?.(message);
    if (msg_type === 'input_request') {
      const value = pending.watching.onInput?.(String(message.content.prompt)) ?? '';
      void this.#sockets.stdin.send(this.#wire.encode('input_reply', { value }, message.header).frames);
    } else if (msg_type.endsWith('_reply')) pending.reply = message.content;
    else pending.published.push(message);
    if (msg_type === 'status') pending.isIdle = message.content.execution_state === 'idle';
    if (!pending.reply || !pending.isIdle) return;
    this.#pending.delete(id);
    pending.resolve({ reply: pending.reply, published: pending.published });
  }
}
