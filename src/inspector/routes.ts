import { operations, walkRows } from '../client/index.js';
import type { ServedResponse, WireRequest } from '../http/index.js';
import { checkDocument } from '../sandbox/index.js';
import { attempt, UsageError } from '../util/index.js';
import { json } from './access/page-response.js';
import { CASE_ROUTES } from './case/case-routes.js';
import type { ReadDocument } from './contract.js';
import { callRequests, endCall } from './data/call-requests.js';
import { runClock } from './data/clock-run.js';
import { askControl } from './data/control.js';
import { explainRequest } from './data/explain-request.js';
import { createProject, deleteProject, projectsState } from './data/manage-projects.js';
import { numberRows } from './data/number-rows.js';
import { requestDetail } from './data/request-detail.js';
import { previewCall, sendCall } from './data/resources/call-operation.js';
import { RefusedCall } from './data/resources/fields-text.js';
import { resourceDetail, resourceList } from './data/resources/resource-detail.js';
import { exampleCast, runCast } from './data/run-cast.js';
import { searchBodies } from './data/search-bodies.js';
import { sendAgain } from './data/send-again.js';
import { snapshotChanges } from './data/snapshot-changes.js';
// Type-only cycle: the inspector passes its state to the routes.
import type { InspectorState, RequestState } from './page-server.js';

/** One kind of request of the page, below `/_patchbay/data/`. */
export interface DataRoute<State = InspectorState> {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'any';
  readonly path: RegExp;
  run(state: State, request: WireRequest, word: string): Promise<ServedResponse>;
}

const textOf = (body: NonNullable<WireRequest['body']>): string => Buffer.from(body).toString('utf8');

const found = (value: unknown, id: string, { last }: Pick<RequestState['log'], 'last'>): ServedResponse =>
  value === undefined ? json(404, { error: absent(Number(id), last) }) : json(200, value);

function absent(id: number, last: number): string {
  if (id > last) return `There is no request ${id} yet.`;
  return id === 0 ? 'There is no request 0.' : 'The log no longer has this request.';
}

async function orRefused(work: () => Promise<unknown>): Promise<ServedResponse> {
  try {
    return json(200, await work());
  } catch (error) {
    if (error instanceof RefusedCall || error instanceof UsageError || error instanceof TypeError)
      return json(422, { error: error.message });
    throw error;
  }
}

/** The requests of the log, which each page shows. */
const REQUEST_ROUTES: readonly DataRoute<RequestState>[] = [
  { method: 'GET', path: /^source$/, run: async ({ source }) => json(200, source) },
  {
    method: 'POST',
    path: /^requests\/found$/,
    run: ({ log }, { body = '', signal }) => orRefused(() => searchBodies(log, textOf(body), signal)),
  },
  {
    method: 'GET',
    path: /^requests\/(\d{1,15})$/,
    async run({ log, source, sandbox, markKey }, _, id) {
      const detail = await requestDetail(log, Number(id), { sandbox, markKey });
      return found(detail && (sandbox ? detail : { ...detail, notRepeatable: source.note, calls: [] }), id, log);
    },
  },
  {
    method: 'GET',
    path: /^requests\/(\d{1,15})\/explanation$/,
    run: async ({ log, sandbox, secrets }, _, id) =>
      found(secrets.value(await explainRequest(log, Number(id), sandbox)), id, log),
  },
  ...CASE_ROUTES,
];

/** What needs a sandbox. */
const SANDBOX_ROUTES: readonly DataRoute[] = [
  {
    method: 'POST',
    path: /^requests\/(\d{1,15})\/again$/,
    async run({ log, server, authorization, sandbox }, { url }, id) {
      const { origin } = new URL(url);
      const sent = await sendAgain(log, Number(id), { server, origin, authorization, sandbox });
      return sent && 'problem' in sent ? json(409, { error: sent.problem }) : found(sent, id, log);
    },
  },
  {
    method: 'POST',
    path: /^requests\/clear$/,
    async run({ clearList }) {
      clearList();
      return json(200, {});
    },
  },
  {
    method: 'GET',
    path: /^operations$/,
    run: async () =>
      json(
        200,
        [...walkRows(operations)].map(([name]) => name),
      ),
  },
  {
    method: 'GET',
    path: /^numbers$/,
    run: async ({ sandbox, secrets, log }) => json(200, secrets.value(await numberRows(sandbox, log))),
  },
  {
    method: 'GET',
    path: /^resources$/,
    run: async ({ sandbox, secrets }) => json(200, secrets.value(await resourceList(sandbox))),
  },
  {
    method: 'GET',
    path: /^resources\/([\w.]{1,80}\/[^/]{1,400})$/,
    async run({ sandbox, secrets }, _, words) {
      const [namespace = '', id = ''] = words.split('/');
      const detail = await resourceDetail(sandbox, namespace, attempt(() => decodeURIComponent(id)) ?? id);
      return detail ? json(200, secrets.value(detail)) : json(404, { error: 'The API does not list this resource.' });
    },
  },
  {
    method: 'POST',
    path: /^call\/preview$/,
    run: (state, { url, body = '' }) => orRefused(() => previewCall(textOf(body), new URL(url).origin, state)),
  },
  {
    method: 'POST',
    path: /^call\/send$/,
    run: (state, { url, body = '' }) =>
      orRefused(() => sendCall(textOf(body), { ...state, origin: new URL(url).origin })),
  },
  { method: 'GET', path: /^snapshots$/, run: async ({ snapshots }) => json(200, snapshots.rows) },
  {
    method: 'GET',
    path: /^snapshots\/((?:\d{1,15}|now)\/(?:\d{1,15}|now))$/,
    async run({ sandbox, snapshots, secrets }, _, words) {
      const [before, after] = words.split('/').map((id) => snapshots.named(id));
      if (!before || !after) return json(404, { error: 'This snapshot no longer exists.' });
      return json(200, secrets.value(await snapshotChanges(sandbox, before, after)));
    },
  },
  {
    method: 'GET',
    path: /^casts\/example$/,
    async run({ sandbox, secrets }) {
      const numbers = await numberRows(sandbox);
      const working = numbers.find(({ problems }) => problems.length === 0) ?? numbers[0];
      return json(200, secrets.value(exampleCast(working?.number)));
    },
  },
  {
    method: 'POST',
    path: /^casts$/,
    async run({ sandbox, secrets, changed }, { body = '' }) {
      const report = await orRefused(async () => secrets.value(await runCast(sandbox, textOf(body))));
      changed();
      return report;
    },
  },
  {
    method: 'POST',
    path: /^snapshots$/,
    run: async ({ snapshots }, { body = '' }) => json(200, snapshots.save(textOf(body))),
  },
  {
    method: 'DELETE',
    path: /^snapshots\/(\d{1,15})$/,
    async run({ snapshots }, _, id) {
      const rows = snapshots.delete(id);
      return rows ? json(200, rows) : json(404, { error: 'This snapshot no longer exists.' });
    },
  },
  {
    method: 'POST',
    path: /^snapshots\/(\d{1,15})\/restore$/,
    async run({ snapshots, changed }, _, id) {
      if (!snapshots.restore(id)) return json(404, { error: 'This snapshot no longer exists.' });
      changed();
      return json(200, {});
    },
  },
  {
    method: 'GET',
    path: /^calls\/([\w-]{1,80})\/requests$/,
    run: async ({ log }, _, call) => json(200, callRequests(log, call)),
  },
  {
    method: 'POST',
    path: /^calls\/([\w-]{1,80})\/end$/,
    async run(state, { url }, call) {
      const status = await endCall(call, { ...state, origin: new URL(url).origin });
      return status < 300
        ? json(200, {})
        : json(409, { error: `The API answered ${status}. The call may have ended.` });
    },
  },
  {
    method: 'POST',
    path: /^document\/read$/,
    async run(_, { body = '' }) {
      const { steps, problems, isDocument, positionOf } = await checkDocument(textOf(body));
      const certain = isDocument ? problems.filter(({ level }) => level === 'certain') : [];
      return json(200, {
        steps: steps.map((at) => ({ at, line: positionOf(at).line })),
        problems: certain.map(({ line, message }) => ({ line, message })),
      } satisfies ReadDocument);
    },
  },
  { method: 'GET', path: /^projects$/, run: async (state, request) => json(200, await projectsState(request, state)) },
  { method: 'POST', path: /^projects$/, run: (state, request) => createProject(request, state) },
  { method: 'DELETE', path: /^projects$/, run: (state, request) => deleteProject(request, state) },
  { method: 'any', path: /^clock\/run$/, run: (state, request) => runClock(state, request) },
  { method: 'any', path: /^control\/([a-z/]{1,40})$/, run: (state, request, path) => askControl(path, request, state) },
];

/** Answers a request of the script of the page. Without `controlled`, it shows requests only. */
export async function serveData(
  state: RequestState,
  controlled: InspectorState | undefined,
  request: WireRequest,
  path: string,
): Promise<ServedResponse> {
  const shown = routeFor(REQUEST_ROUTES, request, path);
  if (shown) return shown.route.run(state, request, shown.word);
  const found = routeFor(SANDBOX_ROUTES, request, path);
  if (!found) return json(404, { error: 'The inspector does not have this address.' });
  return controlled
    ? found.route.run(controlled, request, found.word)
    : json(409, { error: state.source.note ?? 'This page has no sandbox.' });
}

function routeFor<State>(routes: readonly DataRoute<State>[], { method }: WireRequest, path: string) {
  for (const route of routes) {
    const match = route.method === 'any' || route.method === method ? route.path.exec(path) : null;
    if (match) return { route, word: match[1] ?? '' };
  }
  return undefined;
}
