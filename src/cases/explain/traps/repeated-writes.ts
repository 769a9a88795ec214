import { isDeepStrictEqual } from 'node:util';
import { listFor } from '../../../assist/index.js';
import { canonicalJson } from '../../../cassette/index.js';
import { type Exchange, isDone, isObject } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import type { Hit, Trap } from './trap.js';

const isCreating = ({ entry, call }: Exchange) =>
  entry.request.method === 'POST' &&
  call !== undefined &&
  /(?:create|purchase|dial|import_number)$/.test(call.operation);

/** A request without a response may have been carried out. */
export const retriedPost: Trap = {
  name: 'retried-post',
  summary: 'A POST was sent again after an attempt without a usable response, so it may have been carried out twice.',
  examples: [
    `POST /api/relay/rest/queues {"name":"a"} -> 504
POST /api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1"}`,
    `POST /api/messaging/messages {"from":"+1","to":"+2","body":"a"} -> 504
POST /api/messaging/messages {"from":"+1","to":"+2","body":"a"} -> 201 {"id":"M2"}
GET /api/messaging/logs -> 200 {"data":[{"id":"M2","from":"+1","to":"+2","created_at":"2026-03-08T22:10:07Z"},{"id":"M1","from":"+1","to":"+2","created_at":"2026-03-08T22:10:01Z"}]}`,
  ],
  lookAlikes: [
    `POST /api/relay/rest/queues {"name":"a"} -> 504
POST /api/relay/rest/queues {"name":"b"} -> 201 {"id":"Q1"}`,
    `POST /api/relay/rest/queues {"name":"a"} -> 201
POST /api/relay/rest/queues {"name":"a"} -> 201`,
    `GET /api/relay/rest/queues -> 504
GET /api/relay/rest/queues -> 200`,
    `POST https://acme.example.com/api/relay/rest/queues {"name":"a"} failed: ECONNREFUSED
POST https://acme.example.com/api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1"}`,
  ],
  find: ({ exchanges }) => {
    const before = new Map<string, Exchange>();
    return exchanges.flatMap((at, index): Hit[] => {
      if (!isCreating(at) || !at.call) return [];
      const sent = `${at.url.pathname} ${canonicalJson(at.fields)}`;
      const first = before.get(sent);
      // Without a connection nothing was carried out.
      if (at.entry.fault === 'refused') return [];
      if (at.status === 0 || at.status >= 500) before.set(sent, first ?? at);
      else before.delete(sent);
      const isTwice = isDone(at) || [409, 422].includes(at.status);
      if (!first || !isTwice) return [];
      const list = listFor(at.call.operation);
      const outcome =
        first.status === 0
          ? `had no response${first.entry.fault ? ` (${first.entry.fault})` : ''}`
          : `had status ${first.status}`;
      const shown = exchanges.slice(index + 1, index + 1 + MAX_LOOKED).find((one) => hasTwin(one, at));
      const done = shown
        ? `Exchange ${shown.number} shows that it was carried out too: it has two such resources`
        : 'It may have been carried out, and this one again';
      return [
        {
          at,
          level: shown ? 'likely' : 'possible',
          cause: `exchange ${first.number} sent the same ${at.call.operation} and ${outcome}. ${done}`,
          facts: ['A POST without a response may have been carried out. List the resources before you send it again.'],
          ...(list && { fix: { operation: list.name, args: [] } }),
        },
      ];
    });
  },
};

const MAX_LOOKED = 200;
const MAX_APART_MS = 300_000;

/** Whether a list has the resource that a request created, and another one with the same values from shortly before. */
function hasTwin(list: Exchange, { answer, fields }: Exchange): boolean {
  const items = isDone(list) ? resourcesIn(list.answer) : [];
  const [created] = resourcesIn(answer);
  const own = items.find(({ id }) => id === created?.id);
  const sent = Object.entries(fields).filter(([name, value]) => own && own[name] === value);
  if (!own || sent.length < MIN_EQUAL) return false;
  return items.some((one) => {
    const apartMs = Date.parse(String(own.created_at)) - Date.parse(String(one.created_at));
    return (
      one.id !== own.id && apartMs >= 0 && apartMs <= MAX_APART_MS && sent.every(([name, value]) => one[name] === value)
    );
  });
}

/** Many resources share one value, such as the sender of a message. */
const MIN_EQUAL = 2;

/** A program read a resource, and wrote back old values over those that another program had changed. */
export const lostUpdate: Trap = {
  name: 'lost-update',
  summary: 'An update wrote back the old value of a field that an earlier update had changed.',
  examples: [
    `GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1","name":"a","max_size":5}
PUT /api/relay/rest/queues/Q1 {"max_size":9} -> 200
PUT /api/relay/rest/queues/Q1 {"name":"b","max_size":5} -> 200`,
    `GET /api/relay/rest/phone_numbers/N1 -> 200 {"id":"N1","name":"a","call_handler":"relay_script","call_relay_script_url":"https://a.example/1"}
PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://a.example/2"} -> 200
PUT /api/relay/rest/phone_numbers/N1 {"name":"b","call_handler":"relay_script","call_relay_script_url":"https://a.example/1"} -> 200`,
  ],
  lookAlikes: [
    `GET /api/relay/rest/phone_numbers/N1 -> 200 {"id":"N1","name":"a","call_handler":"relay_script","call_relay_script_url":"https://a.example/1"}
PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://a.example/2"} -> 200
PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://a.example/1"} -> 200`,
    `GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1","name":"a","max_size":5}
PUT /api/relay/rest/queues/Q1 {"max_size":9} -> 200
PUT /api/relay/rest/queues/Q1 {"max_size":5} -> 200`,
    `GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1","name":"a","max_size":5}
PUT /api/relay/rest/queues/Q1 {"max_size":9} -> 200
PUT /api/relay/rest/queues/Q2 {"name":"b","max_size":5} -> 200`,
  ],
  find({ exchanges }) {
    const known = new Map<string, Map<string, unknown>>();
    const changed = new Map<string, Map<string, Change>>();
    return exchanges.flatMap((at): Hit[] => {
      if (!isDone(at)) return [];
      const id = updatedId(at);
      const hit = id === undefined ? undefined : hitOf(at, changed.get(id), known.get(id));
      if (id !== undefined) remember(at, known.get(id) ?? new Map(), changed, id);
      for (const resource of resourcesIn(at.answer)) learn(resource, known);
      return hit ? [hit] : [];
    });
  },
};

/** Later responses replace single fields, so copying all of them each time would be quadratic. */
function learn(resource: ReturnType<typeof resourcesIn>[number], known: Map<string, Map<string, unknown>>): void {
  const fields = known.get(resource.id) ?? new Map<string, unknown>();
  for (const [name, value] of Object.entries(resource)) fields.set(name, value);
  known.set(resource.id, fields);
}

interface Change {
  readonly by: Exchange;
  readonly from: unknown;
  readonly to: unknown;
}

/** The id of the resource that an update changes. */
function updatedId({ entry, call }: Exchange): string | undefined {
  if (!call || (!/^(?:PUT|PATCH)$/.test(entry.request.method) && !/\.update$/.test(call.operation))) return undefined;
  const id = call.args[pathLength(call) - 1];
  return typeof id === 'string' ? id : undefined;
}

/** The number of arguments that are in the path. A helper has its main field behind them. */
const pathLength = ({ row }: NonNullable<Exchange['call']>): number => row.args.length - row.lead.length;

/** A request may name a field differently from its responses. */
const namesOf = (name: string) => (name === 'name' ? ['name', 'friendly_name', 'display_name'] : [name]);

function remember(
  at: Exchange,
  before: ReadonlyMap<string, unknown>,
  changed: Map<string, Map<string, Change>>,
  id: string,
): void {
  const changes = changed.get(id) ?? new Map<string, Change>();
  for (const [name, to] of Object.entries(at.fields)) {
    const old = namesOf(name).find((one) => before.get(one) !== undefined);
    const from = old === undefined ? undefined : before.get(old);
    if (from !== undefined && from !== to) changes.set(name, { by: at, from, to });
  }
  changed.set(id, changes);
}

/** An update that only reverts a field is meant. One that also changes another field sent an old value. */
function hitOf(
  at: Exchange,
  changes: ReadonlyMap<string, Change> | undefined,
  before: ReadonlyMap<string, unknown> = new Map(),
): Hit | undefined {
  if (!changes || !at.call) return undefined;
  // A helper such as set_swml_webhook has no argument for the field that it sets.
  const isHelper = at.call.row.fixed !== undefined && /\.set_\w+$/.test(at.call.operation);
  const sent = isHelper ? at.fields : fieldsOf(at.call);
  const lost = Object.entries(sent).flatMap(([name, value]) => {
    const change = changes.get(name);
    return change && isDeepStrictEqual(change.from, value) ? [{ name, ...change }] : [];
  });
  const [first] = lost;
  if (!first || lost.length === Object.keys(sent).length) return undefined;
  const { args } = at.call;
  const operation = isHelper ? at.call.operation.replace(/\.set_\w+$/, '.update') : at.call.operation;
  const names = new Set(lost.map(({ name }) => name));
  const isOld = (name: string, value: unknown) =>
    names.has(name) || namesOf(name).some((one) => isDeepStrictEqual(before.get(one), value));
  const kept = Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isOld(name, value)));
  if (Object.keys(kept).length === 0) return undefined;
  return {
    at,
    field: first.name,
    level: 'likely',
    cause: `this sets ${first.name} back to ${JSON.stringify(first.from)}, and loses ${JSON.stringify(first.to)} from exchange ${first.by.number}`,
    facts: ['The program read the resource before the other update. Send only the fields that you change.'],
    fix: { operation, args: [...args.slice(0, pathLength(at.call)), kept] },
  };
}

const resourcesIn = (answer: unknown): (Readonly<Record<string, unknown>> & { readonly id: string })[] =>
  [
    answer,
    ...(isObject(answer) ? Object.values(answer).flatMap((one) => (Array.isArray(one) ? one : [])) : []),
  ].flatMap((one: unknown) => {
    if (!isObject(one)) return [];
    const id = one.id ?? one.sid;
    return typeof id === 'string' ? [{ ...one, id }] : [];
  });
