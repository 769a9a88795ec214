import { GatewayError } from './gateway-error.js';
import type { McpResult, Peer } from './peer.js';

type Connect = (service: string, signal: AbortSignal) => Promise<Peer>;

interface CallRequest {
  readonly service: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** How long the session may be idle afterwards, in seconds. */
  readonly timeout: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionView {
  readonly service_name: string;
  readonly created_at: string;
  readonly last_accessed: string;
  readonly timeout: number;
  readonly time_remaining: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Session {
  readonly service: string;
  readonly peer: Promise<Peer>;
  readonly over: AbortController;
  readonly created: number;
  used: number;
  running: number;
  timeout: number;
  metadata: Readonly<Record<string, unknown>>;
}

/** Sessions by call id and service. Calls do not share sessions, and neither do the services of one call. */
export class Sessions {
  readonly #connect: Connect;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Map<string, Session>>();

  constructor({ connect, now = Date.now }: { connect: Connect; now?: () => number }) {
    this.#connect = connect;
    this.#now = now;
  }

  async call(id: string, { service, tool, args, timeout, metadata, signal }: CallRequest): Promise<McpResult> {
    const session = this.#of(id, service) ?? this.#open(id, service);
    Object.assign(session, { timeout, metadata });
    session.running++;
    try {
      const peer = await orCancelled(session.peer, signal);
      if (await orCancelled(peer.isAlive(), signal)) return await peer.call(tool, args, signal);
    } finally {
      session.running--;
      session.used = this.#now();
    }
    // The server hung or has ended, so the call gets a new one.
    this.#forget(id, session);
    return this.call(id, { service, tool, args, timeout, metadata, ...(signal && { signal }) });
  }

  async end(id: string): Promise<boolean> {
    const services = this.#sessions.get(id);
    if (!services) return false;
    this.#sessions.delete(id);
    await Promise.all([...services.values()].map(end));
    return true;
  }

  async endIdle(): Promise<void> {
    const idle = this.#all().filter(([, session]) => session.running === 0 && this.#remaining(session) <= 0);
    for (const [id, session] of idle) this.#forget(id, session);
    await Promise.all(idle.map(([, session]) => end(session)));
  }

  list(): Record<string, Record<string, SessionView>> {
    const shown = (services: Map<string, Session>) =>
      Object.fromEntries([...services].map(([service, session]) => [service, this.#view(session)]));
    return Object.fromEntries([...this.#sessions].map(([id, services]) => [id, shown(services)]));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.end(id)));
  }

  #open(id: string, service: string): Session {
    const over = new AbortController();
    const now = this.#now();
    // Stored before it is connected, so that a concurrent call waits for the same connection.
    const peer = this.#connect(service, over.signal);
    const session: Session = { service, peer, over, created: now, used: now, running: 0, timeout: 0, metadata: {} };
    const services = this.#sessions.get(id) ?? new Map<string, Session>();
    this.#sessions.set(id, services.set(service, session));
    const forget = () => this.#forget(id, session);
    session.peer.then((peer) => void peer.over.then(forget), forget);
    return session;
  }

  #of(id: string, service: string): Session | undefined {
    return this.#sessions.get(id)?.get(service);
  }

  #forget(id: string, session: Session): void {
    if (this.#of(id, session.service) !== session) return;
    const services = this.#sessions.get(id);
    services?.delete(session.service);
    if (services?.size === 0) this.#sessions.delete(id);
  }

  #all(): [string, Session][] {
    return [...this.#sessions].flatMap(([id, services]) =>
      [...services.values()].map((session): [string, Session] => [id, session]),
    );
  }

  #remaining({ used, timeout }: Session): number {
    return (used - this.#now()) / 1000 + timeout;
  }

  #view(session: Session): SessionView {
    const { service, created, used, timeout, metadata } = session;
    return {
      service_name: service,
      created_at: new Date(created).toISOString(),
      last_accessed: new Date(used).toISOString(),
      timeout,
      time_remaining: Math.max(0, Math.round(this.#remaining(session))),
      metadata,
    };
  }
}

async function end({ peer, over }: Session): Promise<void> {
  over.abort(new GatewayError('cancelled', 'the session was closed'));
  await peer.then(
    (connected) => connected.close(),
    () => {}, // it never connected
  );
}

/** Stops waiting when the client cancels. A server that is starting continues, because the client may try again. */
async function orCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const cancelled = () => new GatewayError('cancelled', 'the call was cancelled');
  if (signal.aborted) throw cancelled();
  let cancel = () => {};
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(cancelled());
    signal.addEventListener('abort', cancel);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
