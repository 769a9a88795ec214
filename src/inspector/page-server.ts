import type { SessionLog } from '../bench/index.js';
import { newSecret, type Served, type ServedResponse, type WireRequest } from '../http/index.js';
import { formPairs } from '../util/index.js';
import { newAddressDocument, pageDocument, signInDocument } from './access/documents.js';
import { isFromPage, isOpenedByUser, isSameOrigin, sessionCookie, sessionOf } from './access/page-access.js';
import { builtFile, json, pageResponse, redirect } from './access/page-response.js';
import { type PageSession, PageSessions } from './access/page-sessions.js';
import { OpenCases } from './case/open-cases.js';
import type { PageSource } from './contract.js';
import { ClockRun } from './data/clock-run.js';
import { Snapshots } from './data/snapshots.js';
import { eventStream, firstRequests } from './events/event-stream.js';
import { type Inspected, type InspectedSandbox, inspectedFor, noProject, sourceOf } from './inspected.js';
import { serveData } from './routes.js';

export interface InspectorOptions {
  /** What the page can show. The first one is shown unless the page names another. */
  readonly inspected: () => readonly Inspected[];
  /** The token that opens the page. Without it, only an address opens it. */
  readonly token?: string;
  /** In milliseconds, for the lifetime of codes and for the limit of attempts. */
  readonly now?: () => number;
}

export interface Inspector {
  /** Serves the page beside what a server answers. */
  around(served: Served): Served;
  /** A path that opens the page once, in the next ten minutes. */
  newAddress(): string;
  /** Tells the pages that something else than a request changed what they show. */
  changed(): void;
  /** Forgets the cases. */
  close(): void;
}

/** What the pages of a sandbox share. */
interface Kept {
  readonly snapshots: Snapshots;
  readonly clockRun: ClockRun;
}

/** What the routes of the page use. */
export interface InspectorState extends Kept, Pick<Inspected, 'log' | 'secrets' | 'authorization'> {
  readonly sandbox: InspectedSandbox;
  /** Answers the API and the control API. */
  readonly server: Served;
  readonly source: PageSource;
  readonly cases: OpenCases;
  /** The secret key of the marks of masked values. */
  readonly markKey: string;
  /** The session of the page that sent the request. */
  readonly session: PageSession;
  /** Empties the list of requests of all pages. */
  clearList(): void;
  /** Tells the pages that something else than a request changed the sandbox. */
  changed(): void;
}

/** What the routes use that need no sandbox. */
export type RequestState = Omit<InspectorState, 'sandbox' | keyof Kept> & Pick<Inspected, 'sandbox'>;

const BASE = '/_patchbay/';
const MAX_STREAMS = 16;
const SCRIPT = 'page.js';

export const createInspector = (options: InspectorOptions): Inspector => new PageServer(options);

class PageServer implements Inspector {
  readonly #inspected: InspectorOptions['inspected'];
  readonly #hasToken: boolean;
  readonly #sessions: PageSessions;
  readonly #cases: OpenCases;
  readonly #run = newSecret('hex').slice(0, 12);
  readonly #markKey = newSecret();
  readonly #listeners = new Set<() => void>();
  readonly #kept = new WeakMap<InspectedSandbox, Kept>();
  readonly #cleared = new WeakMap<SessionLog, number>();
  readonly #now: () => number;

  constructor({ inspected, token, now }: InspectorOptions) {
    this.#inspected = inspected;
    this.#now = now ?? Date.now;
    this.#hasToken = token !== undefined;
    this.#cases = new OpenCases(() => inspected().flatMap(({ secrets }) => secrets.known));
    this.#sessions = new PageSessions(token, now, (session) => this.#cases.end(session));
  }

  newAddress(): string {
    return `${BASE}open/${this.#sessions.newCode()}`;
  }

  around(inner: Served): Served {
    // Programs change the clock, faults and snapshots through the control API, which the log does not have.
    const server: Served = {
      send: async (request) => {
        const response = await inner.send(request);
        if (request.method !== 'GET' && isControl(request)) this.changed();
        return response;
      },
    };
    return {
      send: async (request) => {
        const path = pathIn(request);
        if (pathOf(request) === BASE.slice(0, -1)) return redirect(BASE, {});
        return path === undefined ? server.send(request) : this.#answer(server, request, path);
      },
    };
  }

  readonly changed = () => {
    for (const listener of this.#listeners) listener();
  };

  close(): void {
    this.#cases.close();
  }

  async #answer(server: Served, request: WireRequest, path: string): Promise<ServedResponse> {
    const { method } = request;
    const sessions = this.#sessions;
    const code = path.startsWith('open/') ? path.slice('open/'.length) : undefined;
    if (code !== undefined && method === 'GET') return this.#opened(request, code);
    if ((path === '' || code !== undefined) && method === 'POST') return signedIn(sessions, request);
    if (path === SCRIPT && method === 'GET')
      return pageResponse(200, 'text/javascript; charset=utf-8', builtFile(SCRIPT));
    const session = sessionOf(request, sessions);
    if (path === '' && (method === 'GET' || method === 'HEAD'))
      return session ? this.#pageDocument(request) : this.#signInDocument(200);
    if (!session) return json(401, { error: 'You are not signed in.' });
    const isEvents = path === 'events' && method === 'GET';
    if (!isEvents && !path.startsWith('data/'))
      return json(404, { error: 'The inspector does not have this address.' });
    if (isEvents ? !isSameOrigin(request) : !isFromPage(request)) return json(403, { error: NOT_FROM_PAGE });
    const all = this.#inspected();
    const inspected = inspectedFor(request, all);
    if (!inspected) return json(404, { error: noProject(request) });
    if (isEvents) return this.#events(inspected, request);
    const { log, secrets, sandbox, authorization } = inspected;
    const source = sourceOf(inspected, all);
    const shared = {
      ...{ log, secrets, authorization, source, session, cases: this.#cases, markKey: this.#markKey },
      ...{ server: inspected.server ?? server, changed: this.changed },
      clearList: () => this.#clearList(log),
    };
    const state = sandbox && { ...shared, sandbox, ...this.#keptOf(sandbox) };
    return serveData(state ?? { ...shared, sandbox }, state, request, path.slice('data/'.length));
  }

  #pageDocument(request: WireRequest): ServedResponse {
    const all = this.#inspected();
    const inspected = isOpenedByUser(request) ? inspectedFor(request, all) : undefined;
    return pageDocument(
      inspected && {
        source: sourceOf(inspected, all),
        requests: firstRequests(inspected.log, this.#clearedAt(inspected.log)),
      },
    );
  }

  #events({ log }: Inspected, { signal, headers }: WireRequest): ServedResponse {
    if (this.#listeners.size >= MAX_STREAMS) return json(503, { error: 'Too many pages are open.' });
    const lastId = headers['last-event-id'];
    const gone = signal ?? new AbortController().signal;
    const followChanges = (listener: () => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    };
    const clearedAt = () => this.#clearedAt(log);
    const events = eventStream({ clearedAt, log, run: this.#run, lastId, signal: gone, followChanges });
    return pageResponse(200, 'text/event-stream', events);
  }

  /** The log keeps the requests, because the calls and the cases name them. */
  #clearList(log: SessionLog): void {
    this.#cleared.set(log, log.last);
    this.changed();
  }

  #clearedAt(log: SessionLog): number {
    return this.#cleared.get(log) ?? 0;
  }

  #keptOf(sandbox: InspectedSandbox): Kept {
    const kept = this.#kept.get(sandbox) ?? { snapshots: new Snapshots(sandbox), clockRun: new ClockRun(this.#now) };
    this.#kept.set(sandbox, kept);
    return kept;
  }

  #opened(request: WireRequest, code: string): ServedResponse {
    const session = this.#sessions.openWithCode(code);
    if (session !== undefined) return redirect(BASE, { 'set-cookie': sessionCookie(request, session) });
    if (sessionOf(request, this.#sessions)) return redirect(BASE, {});
    return this.#signInDocument(403, 'This address was used before, or is older than ten minutes.');
  }

  #signInDocument(status: number, problem?: string): ServedResponse {
    return this.#hasToken ? signInDocument(status, problem) : newAddressDocument(status, problem);
  }
}

const WRONG_TOKEN =
  'This is not the token that opens the page. Enter the one that the terminal shows: the page shows all projects, so ' +
  'the token of a project that was added does not open it.';
const NOT_FROM_PAGE = 'only the page of this server may send this request';

const pathOf = ({ url }: WireRequest) => new URL(url).pathname;
const isControl = (request: WireRequest) => /^\/_patchbay\/api(?=\/|$)/.test(pathOf(request));

/** The path below `/_patchbay/`, or undefined for requests to the API and the control API. */
function pathIn(request: WireRequest): string | undefined {
  const path = pathOf(request);
  return path.startsWith(BASE) && !isControl(request) ? path.slice(BASE.length) : undefined;
}

function signedIn(sessions: PageSessions, request: WireRequest): ServedResponse {
  const { body = '', headers } = request;
  if (headers.origin === undefined || !isSameOrigin(request))
    return signInDocument(403, 'Open the page and try again.');
  const fields = Object.fromEntries(formPairs(Buffer.from(body).toString('utf8')) ?? []);
  const result = sessions.openWithToken(String(fields.token ?? '').trim());
  if ('session' in result)
    return redirect(BASE + new URL(request.url).search, { 'set-cookie': sessionCookie(request, result.session) });
  if (result.refused === 'wrong') return signInDocument(403, WRONG_TOKEN);
  const { seconds } = result;
  return signInDocument(429, `Too many wrong tokens. Try again in ${seconds} s.`, { 'retry-after': `${seconds}` });
}
