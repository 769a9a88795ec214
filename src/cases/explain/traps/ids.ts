import { listFor } from '../../../assist/index.js';
import type { CassetteDocument } from '../../../cassette/index.js';
import { type Argument, operations } from '../../../client/index.js';
import type { Call } from '../../call-of.js';
import { type Exchange, isDone, isObject, textsIn } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import { idFieldsIn, type Origin, originsIn } from '../id-kinds.js';
import type { Fix, Hit, Story, Trap } from './trap.js';

/** Returns the path parameters and positional arguments of an exchange, with their collections. */
const idsIn = ({ call }: Exchange) =>
  (call?.row.args ?? []).flatMap(({ name, collection }, index) => {
    const id = call?.args[index];
    return typeof id === 'string' ? [{ name, id, collection }] : [];
  });

/** An id is invalid after its resource was deleted, and for resources of another kind. */
export const staleId: Trap = {
  name: 'stale-id',
  summary: 'The id belongs to a resource that was deleted earlier, or to a resource of another kind.',
  examples: [
    `DELETE /api/relay/rest/queues/Q1 -> 204
GET /api/relay/rest/queues/Q1 -> 404`,
    `GET /api/relay/rest/number_groups -> 200 {"data":[{"id":"G1"}]}
GET /api/relay/rest/queues/G1 -> 404`,
    `POST /api/relay/rest/number_groups {"name":"a"} -> 200 {"id":"G1"}
POST /api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1"}
POST /api/relay/rest/number_groups/G1/number_group_memberships {"phone_number_id":"Q1"} -> 404 {"error":"Not Found"}`,
  ],
  lookAlikes: [
    `DELETE /api/relay/rest/queues/Q1 -> 204
GET /api/relay/rest/queues/Q2 -> 404`,
    `DELETE /api/relay/rest/queues/Q1 -> 204
GET /api/relay/rest/queues -> 200 {"data":[]}`,
    `GET /api/relay/rest/queues/Q1 -> 404
DELETE /api/relay/rest/queues/Q1 -> 204`,
    `GET /api/relay/rest/number_groups/G1/number_group_memberships -> 200 {"data":[{"id":"M1","phone_number":{"id":"N1"}}]}
GET /api/relay/rest/phone_numbers/N1 -> 404`,
    `GET /api/relay/rest/phone_numbers -> 200 {"data":[{"id":"N1"}]}
POST /api/relay/rest/number_groups {"name":"a"} -> 200 {"id":"G1"}
POST /api/relay/rest/number_groups/G1/number_group_memberships {"phone_number_id":"N1"} -> 404 {"error":"Not Found"}`,
  ],
  find({ exchanges }) {
    const deleted = new Map<string, Exchange>();
    const origins = new Map<string, Origin>();
    return exchanges.flatMap((at): Hit[] => {
      const hit = at.status === 404 || at.status === 422 ? hitOf(at, deleted, origins) : undefined;
      if (isDone(at)) {
        if (at.entry.request.method === 'DELETE') for (const { id } of idsIn(at).slice(-1)) deleted.set(id, at);
        for (const [id, path] of originsIn(at)) if (!origins.has(id)) origins.set(id, { at, path });
      }
      return hit ? [hit] : [];
    });
  },
};

function hitOf(
  at: Exchange,
  deleted: ReadonlyMap<string, Exchange>,
  origins: ReadonlyMap<string, Origin>,
): Hit | undefined {
  if (!at.call) return undefined;
  const fix = listingOf(at.call, at.call.row.args[0]);
  const texts = [...idsIn(at), ...[...textsIn(at.fields)].map(({ name, text }) => ({ name, id: text }))];
  for (const { name, id } of texts) {
    const by = deleted.get(id);
    const cause = `${name} ${id} was deleted by exchange ${by?.number}`;
    // The id is of the kind that was deleted. The request that failed can be of another one.
    if (by?.call) return { at, field: name, level: 'certain', cause, ...listingOf(by.call, by.call.row.args.at(-1)) };
  }
  if (at.status !== 404) return undefined;
  for (const { name, id, collection } of [...idsIn(at), ...idFieldsIn(at)]) {
    const origin = origins.get(id);
    if (!origin?.at.call || collection === undefined || isOfKind(origin.path, collection)) continue;
    const kind = origin.at.call.operation.split('.').slice(0, -1).join('.');
    return {
      at,
      field: name,
      level: 'certain',
      cause: `${name} ${id} is an id of ${kind} (exchange ${origin.at.number})`,
      ...(sameCallWith(at, name, idOfKind(collection, origins)) ?? getter(kind, id) ?? fix),
    };
  }
  return undefined;
}

function listingOf({ operation }: Call, argument: Argument | undefined): { readonly fix: Fix } | undefined {
  const list = listFor(operation, argument);
  return list && { fix: { operation: list.name, args: [] } };
}

/** The only id of a kind in the case. */
function idOfKind(collection: string, origins: ReadonlyMap<string, Origin>): string | undefined {
  const ids = [...origins].flatMap(([id, { path }]) => (isOfKind(path, collection) ? [id] : []));
  return ids.length === 1 ? ids[0] : undefined;
}

function sameCallWith(
  { call, entry }: Exchange,
  name: string,
  id: string | undefined,
): { readonly fix: Fix } | undefined {
  // The right resource must not be deleted in place of another one.
  if (!call || id === undefined || entry.request.method === 'DELETE') return undefined;
  const index = call.row.args.findIndex((one) => one.name === name);
  const at = index < 0 ? call.row.args.length : index;
  const fields = { ...fieldsOf(call), [name]: id };
  return { fix: { operation: call.operation, args: call.args.with(at, index < 0 ? fields : id) } };
}

/** One resource can have several paths: the resources of fabric, and calls. */
const FAMILIES = [/^\/api\/fabric\//, /calling|\/Calls|\/logs|\/voice/i];

function isOfKind(path: string, collection: string): boolean {
  const family = FAMILIES.find((one) => one.test(collection));
  return path.startsWith(collection) || collection.startsWith(path) || (family?.test(path) ?? false);
}

function getter(kind: string, id: string): { readonly fix: Fix } | undefined {
  const node = kind.split('.').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), operations);
  return isObject(node) && isObject(node.get) ? { fix: { operation: `${kind}.get`, args: [id] } } : undefined;
}

const OVER = /^(?:ended|completed|canceled|cancelled|failed|busy|no-answer)$/;

/** A command needs a call that is in progress. */
export const endedCall: Trap = {
  name: 'ended-call',
  summary: 'A command was sent to a call that had ended.',
  examples: [
    `POST /api/calling/calls {"command":"calling.end","id":"C1","params":{}} -> 200 {"id":"C1","status":"ended"}
POST /api/calling/calls {"command":"calling.play.stop","id":"C1","params":{"control_id":"a"}} -> 422 {"errors":[{"code":"x","message":"not allowed"}]}`,
  ],
  lookAlikes: [
    `POST /api/calling/calls {"command":"calling.end","id":"C1","params":{}} -> 200 {"id":"C1","status":"ended"}
POST /api/calling/calls {"command":"calling.play.stop","id":"C2","params":{"control_id":"a"}} -> 404 {"error":"Not Found"}`,
    `POST /api/calling/calls {"command":"calling.play.stop","id":"C1","params":{"control_id":"a"}} -> 200 
POST /api/calling/calls {"command":"calling.end","id":"C1","params":{}} -> 200 {"id":"C1","status":"ended"}`,
  ],
  find: (story) => {
    const endOf = endsIn(story);
    let dial: Exchange | undefined;
    return story.exchanges.flatMap((at): Hit[] => {
      const operation = at.call?.operation ?? '';
      const before = dial;
      if (operation === 'calling.dial') dial = at;
      if (!/^calling\.|^compat\.calls\./.test(operation) || ![404, 409, 422].includes(at.status)) return [];
      const id = textOfId(at);
      const hasEnded = [...textsIn(at.answer)].some(({ text }) => /has ended|cannot_update_completed/.test(text));
      const end = id === undefined ? undefined : endOf(id, at);
      if (id === undefined || (!hasEnded && end === undefined)) return [];
      return [
        {
          at,
          field: 'call_id',
          level: 'certain',
          cause: `the call had ended${end === undefined ? '' : ` (${end})`}`,
          facts: [`${operation} needs a call that is in progress. Dial a new call, and use its id.`],
          ...(before?.call && { fix: { operation: 'calling.dial', args: before.call.args } }),
        },
      ];
    });
  },
};

function textOfId({ call, fields }: Exchange): string | undefined {
  const id = call?.args.find((one) => typeof one === 'string') ?? fields.id ?? fields.call_id;
  return typeof id === 'string' ? id : undefined;
}

/** Returns a function that says where the case shows the end of a call before an exchange. */
function endsIn({ exchanges, webhooks }: Story): (id: string, at: Exchange) => string | undefined {
  const ended = new Map<string, Exchange>();
  const reported = new Map<string, number>();
  for (const one of exchanges) {
    if (!isDone(one)) continue;
    const commanded = one.call?.operation === 'calling.end' ? textOfId(one) : undefined;
    for (const id of [...(commanded === undefined ? [] : [commanded]), ...endedIn(one.answer)])
      if (!ended.has(id)) ended.set(id, one);
  }
  for (const { number, entry } of webhooks)
    for (const id of endedIn(bodyOf(entry))) if (!reported.has(id)) reported.set(id, number);
  return (id, at) => {
    const by = ended.get(id);
    if (by && by.number < at.number) return `exchange ${by.number}`;
    const webhook = reported.get(id);
    return webhook !== undefined && webhook < at.number ? `webhook ${webhook}` : undefined;
  };
}

/** The texts of a content with the state of a call that is over. One of them is its id. */
function endedIn(value: unknown): readonly string[] {
  const texts = [...textsIn(value)];
  const isOver = texts.some(({ name, text }) => /status|state/i.test(name) && OVER.test(text));
  return isOver ? texts.map(({ text }) => text) : [];
}

const bodyOf = ({ request }: Pick<Extract<CassetteDocument, { kind: 'webhook' }>, 'request'>): unknown =>
  request.body && 'json' in request.body ? request.body.json : undefined;
