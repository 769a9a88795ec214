import type { MessagePort } from 'node:worker_threads';
import type { Connection } from './connection.js';

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

/** One complete message. `parent` is the header of the message that it answers. */
export interface Message {
  readonly header: Header;
  readonly parent: Header | Record<string, never>;
  readonly metadata: Content;
  readonly content: Content;
}

/** Where a reply goes: `ids` routes it back to the client. */
export interface Route {
  readonly channel: Channel;
  readonly ids: readonly Uint8Array[];
  readonly header: Header;
}

/** A request in the form that passes between the threads. */
export interface Request extends Route {
  readonly content: Content;
}

/** Messages from the thread of the sockets to the executing thread. */
export type ToMain =
  | { readonly kind: 'open' }
  /** `flag`: the first thread that sets it answers, see `StandIn`. */
  | { readonly kind: 'request'; readonly request: Request; readonly flag?: Int32Array | undefined }
  | { readonly kind: 'input'; readonly value: string }
  | { readonly kind: 'interrupt' }
  /** The last interrupt terminated the running code. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'fence' }
  /** `isPatient`: timers of cells may still run for a moment, so that their errors are reported. */
  | { readonly kind: 'shutdown'; readonly restart: boolean; readonly isPatient: boolean };

/** Messages from the executing thread to the thread of the sockets. */
export type ToSockets =
  /** Output of the stream that was named last. A plain string is cheap: a loop may print a hundred thousand lines. */
  | string
  | { readonly kind: 'reply'; readonly type: string; readonly content: Content; readonly to: Route }
  | {
      readonly kind: 'publish';
      readonly type: string;
      readonly content: Content;
      readonly parent: Header | undefined;
      readonly metadata?: Content;
    }
  | { readonly kind: 'stream'; readonly name: 'stdout' | 'stderr'; readonly parent: Header | undefined }
  /** Requests a `fence` message behind all requests that have already arrived. */
  | { readonly kind: 'fence' }
  /** A port to the types thread. */
  | { readonly kind: 'types'; readonly port: MessagePort }
  /** The names that the session declares. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'finish' };

export interface SocketsData {
  readonly port: MessagePort;
  readonly connection: Connection;
  /** See `NOTICED` and the constants after it. */
  readonly shared: SharedArrayBuffer;
  /** The memory limit of the process in bytes. */
  readonly memory: number;
  /** The process with which the kernel ends. */
  readonly parent: number;
}

/** The index of a counter: the executing thread increments it for every interrupt that it has noticed. */
export const NOTICED = 0;
/** The index of the flag of `flagSyncCommands`. */
export const IN_COMMAND = 1;
/** The index of a counter: the thread of the sockets increments it for every interrupt that it sends. */
export const REQUESTED = 2;
/** The index of a flag: whether the thread of the sockets receives SIGINT. */
export const WATCHES_SIGINT = 3;
/** The index of the first of the process ids of `shareChildren`. They take the rest of the memory. */
export const CHILDREN = 4;
const MAX_CHILDREN = 1_000;
export const SHARED_LENGTH = CHILDREN + MAX_CHILDREN;
