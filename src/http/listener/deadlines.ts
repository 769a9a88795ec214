import type { Socket } from 'node:net';

export interface Timeouts {
  /** From the connection until the head of its first request is complete. */
  readonly headersTimeoutMs: number;
  /** From the head of a request until its whole body has arrived. */
  readonly requestTimeoutMs: number;
  /** Between two requests. The next head must then be complete within `headersTimeoutMs`. */
  readonly idleTimeoutMs: number;
  /** Until the client has read a response, or the next chunk of a streamed response. */
  readonly sendTimeoutMs: number;
}

/** How long a rejected client has to read the response. */
const LINGER_MS = 1_000;

interface Farewell {
  readonly bytes: string;
  /** Whether the client gets time to read them. Destroying a connection while the client still sends would reset it. */
  readonly lingers: boolean;
}

/** A body that has not arrived completely. */
export interface Arrival {
  readonly path: string;
  readonly since: number;
}

/** The number of bytes that Node.js reads from a socket at once. */
const FULL_READ = 65_536;

export type Missed = 'headers' | 'body' | 'idle' | 'send' | 'closing';

/** What a connection waits for, and since when. Each deadline covers a whole step, so a trickle does not help. */
export class Connection {
  #unanswered = 0;
  #answered = false;
  /** Undefined until the next check, so that a busy connection does not read the clock for each request. */
  #waitingSince: number | undefined;
  #body: Arrival | undefined;
  #bytesAtCheck = 0;
  #blockedSince: number | undefined;
  #closingSince: number | undefined;
  #farewell: Farewell | undefined;

  constructor(
    readonly socket: Socket,
    private readonly clock: () => number,
  ) {
    this.#waitingSince = clock();
  }

  /** Whether the connection was rejected or has failed. Further data on it is discarded. */
  get isClosing(): boolean {
    return this.#closingSince !== undefined || this.#farewell !== undefined;
  }

  get arrivingPath(): string | undefined {
    return this.#body?.path;
  }

  requestBegins(): void {
    this.#unanswered++;
  }

  requestEnds(): void {
    this.#unanswered--;
    this.#answered = true;
    this.#waitingSince = undefined;
    if (this.#farewell !== undefined) this.closeWith(this.#farewell);
  }

  /** Of the requests on one connection, only the latest can be incomplete. */
  bodyBegins(path: string): Arrival {
    this.#body = { path, since: this.clock() };
    return this.#body;
  }

  bodyEnds(arrival: Arrival | undefined): void {
    if (this.#body === arrival) this.#body = undefined;
  }

  /** Call it when the client has read everything that was sent so far. */
  caughtUp(): void {
    this.#blockedSince = undefined;
  }

  /** Sends the last bytes after the responses to earlier requests, and ends. */
  closeWith(farewell: Farewell): void {
    const earlier = this.#unanswered - (this.#body === undefined ? 0 : 1);
    this.#farewell = earlier > 0 ? farewell : undefined;
    if (earlier > 0 || this.#closingSince !== undefined) return;
    this.#closingSince = this.clock();
    this.socket.end(farewell.bytes);
    if (!farewell.lingers) this.socket.destroySoon();
  }

  missed(now: number, timeouts: Timeouts): Missed | undefined {
    const isOver = (since: number | undefined, ms: number) => since !== undefined && now - since >= ms;
    if (this.#closingSince !== undefined) return isOver(this.#closingSince, LINGER_MS) ? 'closing' : undefined;
    if (this.socket.writableLength === 0) this.#blockedSince = undefined;
    else this.#blockedSince ??= now;
    if (isOver(this.#blockedSince, timeouts.sendTimeoutMs)) return 'send';
    const received = this.socket.bytesRead - this.#bytesAtCheck;
    this.#bytesAtCheck = this.socket.bytesRead;
    // A full read since the last check: the rest may wait for the server, not the server for it.
    if (isOver(this.#body?.since, timeouts.requestTimeoutMs)) return received < FULL_READ ? 'body' : undefined;
    if (this.#unanswered > 0) return undefined;
    this.#waitingSince ??= now;
    if (!this.#answered) return isOver(this.#waitingSince, timeouts.headersTimeoutMs) ? 'headers' : undefined;
    const nextHead = timeouts.idleTimeoutMs + timeouts.headersTimeoutMs;
    return isOver(this.#waitingSince, nextHead) ? 'idle' : undefined;
  }
}

/** Watches the connections of one server, and reports each that misses a deadline. */
export class Deadlines {
  readonly #connections = new Map<Socket, Connection>();
  readonly #timer: NodeJS.Timeout;
  readonly #intervalMs: number;
  #checkedAt = performance.now();
  #elapsedMs = 0;

  constructor(timeouts: Timeouts, onMissed: (connection: Connection, missed: Missed) => void) {
    const shortest = Math.min(...Object.values(timeouts));
    this.#intervalMs = Math.max(5, Math.min(1_000, shortest / 4));
    this.#timer = setInterval(() => {
      const now = this.#clock();
      this.#elapsedMs = now;
      this.#checkedAt = performance.now();
      for (const connection of this.#connections.values()) {
        const missed = connection.missed(now, timeouts);
        if (missed !== undefined) onMissed(connection, missed);
      }
    }, this.#intervalMs);
    this.#timer.unref();
  }

  /**
   * The time in which the server could read. While it computes, complete requests wait in their sockets, and the check is
   * late. It counts as one interval.
   */
  readonly #clock = (): number => this.#elapsedMs + Math.min(performance.now() - this.#checkedAt, this.#intervalMs);

  watch(socket: Socket): Connection {
    const connection = new Connection(socket, this.#clock);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    return connection;
  }

  of(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#connections.keys()) socket.destroy();
  }
}
