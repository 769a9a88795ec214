import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { ServedResponse, WireRequest } from '../../http/index.js';

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
  /** The number of requests in progress and of open event streams. */
  busy: number;
}

const IDLE_MS = 30 * 60_000;

/** The clients of a server over streamable HTTP. Each has its own server and state. */
export class HttpSessions {
  readonly #make: () => Server;
  readonly #max: number;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();

  constructor(make: () => Server, { max = 100, now = Date.now }: { max?: number; now?: () => number } = {}) {
    this.#make = make;
    this.#max = max;
    this.#now = now;
  }

  async send(request: WireRequest): Promise<ServedResponse> {
    const id = request.headers['mcp-session-id'];
    const session = id === undefined ? await this.#start() : this.#sessions.get(id);
    if (!session && id !== undefined) return failure(404, 'the session does not exist; start a new one');
    if (!session) return failure(503, `all ${this.#max} sessions are busy; try again later`);
    session.busy++;
    try {
      const response = await session.transport.handleRequest(standardRequest(request));
      // A request that did not initialize a session leaves no server behind.
      if (id === undefined && session.transport.sessionId === undefined) await session.server.close();
      return await this.#answer(response, session);
    } finally {
      this.#finish(session);
    }
  }

  /** Ends the sessions that were not used for half an hour and have no open stream. */
  async endIdle(): Promise<void> {
    const idle = [...this.#sessions.values()].filter(({ used, busy }) => busy === 0 && used + IDLE_MS <= this.#now());
    await Promise.all(idle.map(({ server }) => server.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #start(): Promise<Session | undefined> {
    if (this.#sessions.size >= this.#max && !(await this.#makeRoom())) return undefined;
    const server = this.#make();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
    });
    const session: Session = { server, transport, used: this.#now(), busy: 0 };
    const { onclose } = server;
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      onclose?.();
    };
    await server.connect(transport);
    return session;
  }

  /** Few clients end their session, so the one that was idle for longest makes room. A busy session never does. */
  async #makeRoom(): Promise<boolean> {
    const [quietest] = [...this.#sessions.values()].filter(({ busy }) => busy === 0).sort((a, b) => a.used - b.used);
    await quietest?.server.close();
    return quietest !== undefined;
  }

  async #answer(response: Response, session: Session): Promise<ServedResponse> {
    const { status, body } = response;
    const headers = Object.fromEntries(response.headers);
    const isStream = body && headers['content-type']?.startsWith('text/event-stream');
    if (!isStream) return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
    return { status, headers, body: this.#pieces(body, session) };
  }

  async *#pieces(body: ReadableStream<Uint8Array>, session: Session): AsyncGenerator<Uint8Array> {
    session.busy++;
    try {
      yield* body;
    } finally {
      this.#finish(session);
    }
  }

  #finish(session: Session): void {
    session.busy--;
    session.used = this.#now();
  }
}

function standardRequest({ method, url, headers, body }: WireRequest): Request {
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody && { body: Buffer.from(body) }) });
}

function failure(status: number, message: string): ServedResponse {
  const error = { jsonrpc: '2.0', error: { code: -32_001, message }, id: null };
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(error)) };
}
