import { randomUUID } from 'node:crypto';
import type { Content, Request } from '../wire/messages.js';
import type { FrontEnd } from './front-end.js';
import { isCommName } from './open-comms.js';

/** A connection between an object of the kernel and one of the front end. */
export interface Comm {
  readonly id: string;
  send(data: Content): void;
  close(): void;
}

export interface CommHandlers {
  /** Receives the data of a message. A status follows when it resolves. */
  onMessage(data: Content): void | Promise<void>;
  onClose?(): void;
}

type AcceptComm = (comm: Comm) => CommHandlers;

/** A front end that opens more gets a `comm_close`. */
const MAX_COMMS = 10_000;
const IGNORE: CommHandlers = { onMessage() {} };

/** The open comms of the kernel. Messages of unknown comms are ignored, as the protocol says. */
export class Comms {
  readonly #frontEnd: Pick<FrontEnd, 'publishHere'>;
  readonly #open = new Map<string, CommHandlers>();
  readonly #targets = new Map<string, AcceptComm>();

  constructor(frontEnd: Pick<FrontEnd, 'publishHere'>) {
    this.#frontEnd = frontEnd;
  }

  /** Opens a comm whose other end is an object that the front end creates for this target. */
  open(target_name: string, data: Content, handlers: CommHandlers, metadata: Content = {}): Comm {
    const id = randomUUID();
    this.#open.set(id, handlers);
    this.#frontEnd.publishHere('comm_open', { comm_id: id, target_name, data }, metadata);
    return this.#comm(id);
  }

  /** Accepts the comms that a front end opens for a target. */
  accept(target: string, accept: AcceptComm): void {
    this.#targets.set(target, accept);
  }

  async receive(request: Request): Promise<void> {
    const { header, content } = request;
    const { msg_type: type } = header;
    const { comm_id: id, data } = content;
    if (!isCommName(id)) return;
    const open = this.#open.get(id);
    if (type === 'comm_open' && !open) this.#accept(id, content.target_name);
    else if (type === 'comm_msg') await open?.onMessage(isObject(data) ? data : {});
    else if (type === 'comm_close' && this.#open.delete(id)) open?.onClose?.();
  }

  closeAll(): void {
    for (const id of [...this.#open.keys()]) this.#comm(id).close();
  }

  #accept(id: string, target: unknown): void {
    const accept = typeof target === 'string' ? this.#targets.get(target) : undefined;
    if (accept && this.#open.size < MAX_COMMS) {
      this.#open.set(id, IGNORE); // the kernel may send the first message
      this.#open.set(id, accept(this.#comm(id)));
    } else this.#frontEnd.publishHere('comm_close', { comm_id: id, data: {} });
  }

  #comm(id: string): Comm {
    return {
      id,
      send: (data) => {
        if (this.#open.has(id)) this.#frontEnd.publishHere('comm_msg', { comm_id: id, data });
      },
      close: () => {
        if (this.#open.delete(id)) this.#frontEnd.publishHere('comm_close', { comm_id: id, data: {} });
      },
    };
  }
}

const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
