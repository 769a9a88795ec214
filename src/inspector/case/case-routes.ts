import type { ServedResponse, WireRequest } from '../../http/index.js';
import { isPlain, jsonOf } from '../../util/index.js';
import { json, pageResponse } from '../access/page-response.js';
import type { CasePartName } from '../case-contract.js';
// Type-only cycle: the inspector passes its state to the routes.
import type { RequestState } from '../page-server.js';
// Type-only cycle: the list of all routes contains these.
import type { DataRoute } from '../routes.js';
import type { CaseTask } from './case-work.js';
import type { OpenCase } from './open-case.js';

const PARTS: readonly CasePartName[] = ['import', 'messages', 'review', 'causes', 'minimal', 'replay'];

/** What the Case panel asks for. Each page session has one case. */
export const CASE_ROUTES: readonly DataRoute<Pick<RequestState, 'cases' | 'session'>>[] = [
  { method: 'GET', path: /^case$/, run: async ({ cases, session }) => json(200, cases.stateOf(session)) },
  {
    method: 'GET',
    path: /^case\/next$/,
    async run({ cases, session }) {
      await cases.of(session)?.changed(MAX_WAIT_MS);
      return json(200, cases.stateOf(session));
    },
  },
  {
    method: 'POST',
    path: /^case$/,
    async run({ cases, session }, { headers, body }) {
      const type = headers['content-type'] ?? '';
      if (!type.startsWith('multipart/form-data') || !body) return json(415, { error: 'Send the files as a form.' });
      void cases.open(session).start({ name: 'open', upload: { type, bytes: new Uint8Array(Buffer.from(body)) } });
      return json(202, cases.stateOf(session));
    },
  },
  {
    method: 'DELETE',
    path: /^case$/,
    async run({ cases, session }) {
      cases.end(session);
      return json(200, cases.stateOf(session));
    },
  },
  {
    method: 'POST',
    path: /^case\/(review|causes|minimal|replay|smaller|whole)$/,
    async run({ cases, session }, request, name) {
      const task = taskIn(name, request);
      if (!task) return json(422, { error: 'The request is not valid.' });
      const opened = cases.of(session);
      if (!opened?.isOpen) return json(409, { error: NO_CASE });
      if (opened.start(task) === undefined) return json(409, { error: BUSY });
      return json(202, opened.state);
    },
  },
  {
    method: 'POST',
    path: /^case\/stop$/,
    async run({ cases, session }) {
      cases.of(session)?.stop();
      return json(202, cases.stateOf(session));
    },
  },
  {
    method: 'GET',
    path: /^case\/part\/([a-z]{1,10})$/,
    async run({ cases, session }, _, name) {
      const part = PARTS.find((one) => one === name);
      const text = part && cases.of(session)?.part(part);
      return text === undefined
        ? json(404, { error: 'The case does not have this part.' })
        : pageResponse(200, 'application/json', text);
    },
  },
  {
    method: 'GET',
    path: /^case\/file\/((?:case|minimal)\/[a-z]{1,20})$/,
    async run({ cases, session }, _, name) {
      const opened = cases.of(session);
      return opened?.isOpen ? file(opened, name) : json(409, { error: NO_CASE });
    },
  },
];

/** How long a request waits for the next progress. */
const MAX_WAIT_MS = 2_000;

const NO_CASE = 'No case is open. Drop a file to open one.';
const BUSY = 'Another step of this case is running. Wait until it ends, or stop it.';

/** Writes the recording or an export, which the page downloads. */
async function file(opened: OpenCase, name: string): Promise<ServedResponse> {
  const [of, format = ''] = name.split('/');
  const started = opened.start({ name: 'export', of: of === 'minimal' ? 'minimal' : 'case', format });
  if (!started) return json(409, { error: BUSY });
  const { file: text } = (await started) ?? {};
  if (text === undefined) return json(422, { error: opened.state.problem?.message ?? NO_CASE });
  return pageResponse(200, 'text/plain; charset=utf-8', text, { 'content-disposition': 'attachment' });
}

/** Undefined if the body does not fit. */
export function taskIn(name: string, { body }: Pick<WireRequest, 'body'>): CaseTask | undefined {
  const value = body ? jsonOf(Buffer.from(body).toString('utf8')) : {};
  if (!isPlain(value)) return undefined;
  const { kept, removed = [], at } = value;
  if (name === 'causes' || name === 'replay' || name === 'smaller' || name === 'whole') return { name };
  if (name === 'minimal') {
    if (at === undefined) return { name };
    return typeof at === 'number' && Number.isInteger(at) ? { name, at } : undefined;
  }
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'string');
  return name === 'review' && isList(kept) && isList(removed) ? { name, kept, removed } : undefined;
}
