import type { MessagePort } from 'node:worker_threads';

/** What a Jupyter client writes into the connection file it hands to a kernel. */
export interface Connection {
  readonly transport: 'tcp' | 'ipc';
  readonly ip: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
  readonly key: string;
  readonly signature_scheme: string;
}

export type Channel = 'shell' | 'control' | 'stdin';

export interface Header {
  readonly msg_id: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly msg_type: string;
  readonly version: string;
}

export type Content = Readonly<Record<string, unknown>>;

/** One message, complete: `parent` is the header of the message it answers. */
export interface Message {
  readonly header: Header;
  readonly parent: Header | Record<string, never>;
  readonly metadata: Content;
  readonly content: Content;
}

/** A request as it travels between the threads; `ids` routes the answer back to the client that asked. */
export interface Request {
  readonly channel: Channel;
  readonly ids: readonly Uint8Array[];
  readonly header: Header;
  readonly content: Content;
}

/** From the thread that owns the sockets to the one that executes. */
export type ToMain =
  /** The sockets are open. */
  | { readonly kind: 'open' }
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'input'; readonly value: string }
  | { readonly kind: 'interrupt' }
  /** What was being executed has been ended for the last interrupt. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'fence' }
  | { readonly kind: 'shutdown'; readonly restart: boolean }
  | { readonly kind: 'finished' };

/** From the thread that executes to the one that owns the sockets. */
export type ToSockets =
  /** Output of the stream that was named last: a loop may print a hundred thousand lines. */
  | string
  | { readonly kind: 'reply'; readonly type: string; readonly content: Content; readonly to: Request }
  | { readonly kind: 'publish'; readonly type: string; readonly content: Content; readonly parent: Header | undefined }
  /** Names the stream of the output that follows. */
  | { readonly kind: 'stream'; readonly name: 'stdout' | 'stderr'; readonly parent: Header | undefined }
  /** Asks for a `fence` behind every request that has already arrived. */
  | { readonly kind: 'fence' }
  | { readonly kind: 'finish' };

export interface SocketsData {
  readonly port: MessagePort;
  readonly connection: Connection;
  /** One counter: the executing thread adds one for every interrupt it has noticed. */
  readonly noticed: SharedArrayBuffer;
}
