import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionLog } from '../bench/index.js';
import { newSecret, type Served, type ServedResponse, type WireRequest } from '../http/index.js';
import type { KnownSecrets } from '../redact/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { formPairs, packageRoot } from '../util/index.js';
import { pageDocument, signInDocument } from './access/documents.js';
import { isFromPage, isSameOrigin, sessionCookie, sessionOf } from './access/page-access.js';
import { json, pageResponse, redirect } from './access/page-response.js';
import { PageSessions } from './access/page-sessions.js';
import { OpenCases } from './case/open-cases.js';
import { Snapshots } from './data/snapshots.js';
import { eventStream } from './events/event-stream.js';
import { serveData } from './routes.js';

export interface InspectorOptions {
  readonly sandbox: Sandbox;
  readonly log: SessionLog;
  /** Masks the secrets of the log in what the page receives. */
  readonly secrets: Pick<KnownSecrets, 'text' | 'value' | 'known'>;
  /** The project and token that clients of the server send. */
  readonly credentials: { readonly project: string; readonly token: string };
  /** In milliseconds, for the lifetime of codes and for the limit of attempts. */
  readonly now?: () => number;
}

export interface Inspector {
  /** Serves the page beside what a server answers. */
  around(served: Served): Served;
  /** A path that opens the page once, in the next ten minutes. */
  newAddress(): string;
  /** Forgets the cases. */
  close(): void;
}

/** What the routes of the page use. */
export interface InspectorState extends Pick<InspectorOptions, 'sandbox' | 'log' | 'secrets'> {
  /** Answers the API and the control API. */
  readonly server: Served;
  readonly authorization: string;
  readonly snapshots: Snapshots;
  readonly cases: OpenCases;
  /** Tells the pages that something else than a request changed the sandbox. */
  changed(): void;
}

const BASE = '/_patchbay/';
const MAX_STREAMS = 16;
const ASSETS: Readonly<Record<string, string>> = { 'page.js': 'text/javascript', 'page.css': 'text/css' };

export function createInspector({ sandbox, log, secrets, credentials, now }: InspectorOptions): Inspector {
  const { project, token } = credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const cases = new OpenCases(() => secrets.known);
  const sessions = new PageSessions(token, now, (session) => cases.end(session));
  const run = newSecret('hex').slice(0, 12);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const snapshots = new Snapshots(sandbox);

  const events = ({ signal, headers }: WireRequest): ServedResponse => {
    if (listeners.size >= MAX_STREAMS) return json(503, { error: 'too many pages are open' });
    const lastId = headers['last-event-id'];
    const gone = signal ?? new AbortController().signal;
    return pageResponse(
      200,
      'text/event-stream',
      eventStream({ log, run, lastId, signal: gone, followChanges: follow }),
    );
  };

  const answer = async (state: InspectorState, request: WireRequest, path: string): Promise<ServedResponse> => {
    const { method } = request;
    const code = path.startsWith('open/') ? path.slice('open/'.length) : undefined;
    if (code !== undefined && method === 'GET') return opened(sessions, request, code);
    if (path === '' && method === 'POST') return signedIn(sessions, request);
    if (method === 'GET' && ASSETS[path] !== undefined) return asset(path, ASSETS[path]);
    const session = sessionOf(request, sessions);
    if (path === '' && (method === 'GET' || method === 'HEAD')) return session ? pageDocument() : signInDocument(200);
    if (!session) return json(401, { error: 'the page is not signed in' });
    if (path === 'events' && method === 'GET')
      return isSameOrigin(request) ? events(request) : json(403, { error: NOT_FROM_PAGE });
    if (!path.startsWith('data/')) return json(404, { error: 'the inspector has no such address' });
    if (!isFromPage(request)) return json(403, { error: NOT_FROM_PAGE });
    return serveData({ ...state, session }, request, path.slice('data/'.length));
  };

  return {
    newAddress: () => `${BASE}open/${sessions.newCode()}`,
    close: () => cases.close(),
    around(inner) {
      // Programs change the clock, faults and snapshots through the control API, which the log does not have.
      const server: Served = {
        async send(request) {
          const response = await inner.send(request);
          if (request.method !== 'GET' && isControl(request)) changed();
          return response;
        },
      };
      const state = { sandbox, log, secrets, server, authorization, snapshots, cases, changed };
      return {
        send: async (request) => {
          const path = pathIn(request);
          if (pathOf(request) === BASE.slice(0, -1)) return redirect(BASE, {});
          return path === undefined ? server.send(request) : answer(state, request, path);
        },
      };
    },
  };
}

const NOT_FROM_PAGE = 'only the page of this server may send this request';

const pathOf = ({ url }: WireRequest) => new URL(url).pathname;
const isControl = (request: WireRequest) => /^\/_patchbay\/api(?=\/|$)/.test(pathOf(request));

/** The path below `/_patchbay/`, or undefined for requests to the API and the control API. */
function pathIn(request: WireRequest): string | undefined {
  const path = pathOf(request);
  return path.startsWith(BASE) && !isControl(request) ? path.slice(BASE.length) : undefined;
}

function opened(sessions: PageSessions, request: WireRequest, code: string): ServedResponse {
  const session = sessions.openWithCode(code);
  if (session !== undefined) return redirect(BASE, { 'set-cookie': sessionCookie(request, session) });
  if (sessionOf(request, sessions)) return redirect(BASE, {});
  return signInDocument(403, 'This address was used before, or is older than ten minutes. Enter the token.');
}

function signedIn(sessions: PageSessions, request: WireRequest): ServedResponse {
  const { body = '', headers } = request;
  if (headers.origin === undefined || !isSameOrigin(request))
    return signInDocument(403, 'Open the page and try again.');
  const fields = Object.fromEntries(formPairs(Buffer.from(body).toString('utf8')) ?? []);
  const result = sessions.openWithToken(String(fields.token ?? '').trim());
  if ('session' in result) return redirect(BASE, { 'set-cookie': sessionCookie(request, result.session) });
  if (result.refused === 'wrong') return signInDocument(403, 'This is not the token of this sandbox.');
  const { seconds } = result;
  return signInDocument(429, `Too many wrong tokens. Try again in ${seconds} s.`, { 'retry-after': `${seconds}` });
}

/** The build wrote the files. */
const asset = (name: string, type: string): ServedResponse =>
  pageResponse(200, `${type}; charset=utf-8`, readFileSync(join(packageRoot(), 'dist', 'inspector', name)));
