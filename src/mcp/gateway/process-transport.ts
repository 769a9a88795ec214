import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { Lines } from '../../util/index.js';
import type { ServerProcess } from './server-process.js';

interface Handlers {
  readonly mostBytes: number;
  /** Called when a message exceeds the limit. Requests that wait for it get no response. */
  tooLong(): void;
  /** Called for each line that is not a message, on either stream. */
  remark(line: string): void;
}

const MAX_UNREAD = 32 * 2 ** 20;
const MAX_REMARK_LENGTH = 8192;

/** MCP over the streams of a process. Unlike the SDK's, it ends child processes and survives a long message. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #server: ServerProcess;
  readonly #handlers: Handlers;

  constructor(server: ServerProcess, handlers: Handlers) {
    this.#server = server;
    this.#handlers = handlers;
  }

  async start(): Promise<void> {
    const { mostBytes, tooLong, remark } = this.#handlers;
    const messages = new Lines({ max: mostBytes, line: (text) => this.#read(text), tooLong });
    // Both streams must be read until they end. A full pipe would block the server.
    const remarks = new Lines({ max: MAX_REMARK_LENGTH, line: remark, tooLong: () => remark('(a long line)') });
    this.#server.stdout.on('data', (chunk: Buffer) => messages.add(chunk));
    this.#server.stderr.on('data', (chunk: Buffer) => remarks.add(chunk));
    void this.#server.ended.then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#server;
    if (!stdin.writable) throw new Error('the server has ended');
    if (stdin.writableLength > MAX_UNREAD) throw new Error('the server does not read its input');
    stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    await this.#server.stop();
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(text);
    } catch {
      this.#handlers.remark(text); // some programs also print other text to stdout
      return;
    }
    this.onmessage?.(message);
  }
}
