import type { ServedResponse, WireRequest } from '../http/index.js';
import { json } from './access/page-response.js';
import type { PageSession } from './access/page-sessions.js';
import { CASE_ROUTES } from './case/case-routes.js';
import { askControl } from './data/control.js';
import { explainRequest } from './data/explain-request.js';
import { numberRows } from './data/number-rows.js';
import { requestDetail } from './data/request-detail.js';
import { sendAgain } from './data/send-again.js';
// Type-only cycle: the inspector passes its state to the routes.
import type { InspectorState } from './index.js';

/** What a route uses: the inspector, and the session of the page. */
export type SessionState = InspectorState & { readonly session: PageSession };

/** One kind of request of the page, below `/_patchbay/data/`. */
export interface DataRoute {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'any';
  readonly path: RegExp;
  run(state: SessionState, request: WireRequest, word: string): Promise<ServedResponse>;
}

const found = (value: unknown): ServedResponse =>
  value === undefined ? json(404, { error: 'The log does not have this request any more.' }) : json(200, value);

const DATA_ROUTES: readonly DataRoute[] = [
  {
    method: 'GET',
    path: /^requests\/(\d{1,15})$/,
    run: async ({ log }, _, id) => found(await requestDetail(log, Number(id))),
  },
  {
    method: 'GET',
    path: /^requests\/(\d{1,15})\/explanation$/,
    run: async ({ log, sandbox, secrets }, _, id) =>
      found(secrets.value(await explainRequest(log, Number(id), sandbox))),
  },
  {
    method: 'POST',
    path: /^requests\/(\d{1,15})\/again$/,
    async run({ log, server, authorization }, { url }, id) {
      const { origin } = new URL(url);
      const sent = await sendAgain(log, Number(id), { server, origin, authorization });
      return sent && 'problem' in sent ? json(409, { error: sent.problem }) : found(sent);
    },
  },
  {
    method: 'GET',
    path: /^numbers$/,
    run: async ({ sandbox, secrets }) => json(200, secrets.value(await numberRows(sandbox))),
  },
  { method: 'GET', path: /^snapshots$/, run: async ({ snapshots }) => json(200, snapshots.rows) },
  {
    method: 'POST',
    path: /^snapshots$/,
    run: async ({ snapshots }, { body = '' }) => json(200, snapshots.save(Buffer.from(body).toString('utf8'))),
  },
  {
    method: 'POST',
    path: /^snapshots\/(\d{1,15})\/restore$/,
    async run({ snapshots, changed }, _, id) {
      if (!snapshots.restore(id)) return json(404, { error: 'This snapshot is gone.' });
      changed();
      return json(200, {});
    },
  },
  { method: 'any', path: /^control\/([a-z/]{1,40})$/, run: (state, request, path) => askControl(path, request, state) },
  ...CASE_ROUTES,
];

/** Answers a request of the script of the page. */
export async function serveData(state: SessionState, request: WireRequest, path: string): Promise<ServedResponse> {
  for (const { method, path: pattern, run } of DATA_ROUTES) {
    const match = method === 'any' || method === request.method ? pattern.exec(path) : null;
    if (match) return run(state, request, match[1] ?? '');
  }
  return json(404, { error: 'the inspector has no such address' });
}
