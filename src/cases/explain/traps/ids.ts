import { listFor } from '../../../assist/index.js';
import type { CassetteDocument } from '../../../cassette/index.js';
import { operations, type Row } from '../../../client/index.js';
import { type Exchange, isDone, isObject, textsIn } from '../exchange.js';
import type { Fix, Hit, Story, Trap } from './trap.js';

/** Returns the path parameters and positional arguments of an exchange, with their collections. */
const idsIn = ({ call }: Exchange) =>
  (call?.row.args ?? []).flatMap(({ name, collection }, at) => {
    const id = call?.args[at];
    return typeof id === 'string' ? [{ name, id, collection }] : [];
  });

/** An id is invalid after its resource was deleted, and for resources of another kind. */
export const staleId: Trap = {
  name: 'stale-id',
  summary: 'The id belongs to a resource that was deleted earlier, or to a resource of another kind.',
  find({ exchanges }) {
    const deleted = new Map<string, Exchange>();
    const origins = new Map<string, Exchange>();
    return exchanges.flatMap((at): Hit[] => {
      const hit = at.status === 404 || at.status === 422 ? hitOf(at, deleted, origins) : undefined;
      if (isDone(at)) {
        if (at.entry.request.method === 'DELETE') for (const { id } of idsIn(at).slice(-1)) deleted.set(id, at);
        for (const { name, text } of textsIn(at.answer))
          if (/^(?:id|sid)$/.test(name) && !origins.has(text)) origins.set(text, at);
      }
      return hit ? [hit] : [];
    });
  },
};

function hitOf(
  at: Exchange,
  deleted: ReadonlyMap<string, Exchange>,
  origins: ReadonlyMap<string, Exchange>,
): Hit | undefined {
  if (!at.call) return undefined;
  const list = listFor(at.call.operation, at.call.row.args[0]);
  const fix = list && { fix: { operation: list.name, args: [] } };
  const texts = [
    ...idsIn(at),
    ...[...textsIn(at.fields)].map(({ name, text }) => ({ name, id: text, collection: undefined })),
  ];
  for (const { name, id } of texts) {
    const by = deleted.get(id);
    if (by) return { at, field: name, cause: `${name} ${id} was deleted by exchange ${by.number}`, ...fix };
  }
  for (const { name, id, collection } of idsIn(at)) {
    const origin = origins.get(id);
    if (at.status !== 404 || !origin?.call || collection === undefined || isOfKind(origin.call.row, collection))
      continue;
    const kind = origin.call.operation.split('.').slice(0, -1).join('.');
    return {
      at,
      field: name,
      cause: `${name} ${id} is an id of ${kind} (exchange ${origin.number})`,
      ...(getter(kind, id) ?? fix),
    };
  }
  return undefined;
}

/** One resource can have several paths: the resources of fabric, and calls. */
const FAMILIES = [/^\/api\/fabric\//, /calling|\/Calls|\/logs|\/voice/i];

function isOfKind({ path }: Row, collection: string): boolean {
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
  find: (story) =>
    story.exchanges.flatMap((at): Hit[] => {
      const operation = at.call?.operation ?? '';
      if (!/^calling\.|^compat\.calls\./.test(operation) || ![404, 409, 422].includes(at.status)) return [];
      const id = textOfId(at);
      const says = [...textsIn(at.answer)].some(({ text }) => /has ended|cannot_update_completed/.test(text));
      const end = id === undefined ? undefined : endOf(id, at, story);
      if (id === undefined || (!says && end === undefined)) return [];
      const dial = story.exchanges.findLast((one) => one.call?.operation === 'calling.dial' && one.index < at.index);
      return [
        {
          at,
          field: 'call_id',
          cause: `the call had ended${end === undefined ? '' : ` (${end})`}`,
          facts: [`${operation} needs a call that is in progress. Dial a new call, and use its id.`],
          ...(dial?.call && { fix: { operation: 'calling.dial', args: dial.call.args } }),
        },
      ];
    }),
};

function textOfId({ call, fields }: Exchange): string | undefined {
  const id = call?.args.find((one) => typeof one === 'string') ?? fields.id ?? fields.call_id;
  return typeof id === 'string' ? id : undefined;
}

/** Where the case shows the end of a call. */
function endOf(id: string, at: Exchange, { exchanges, webhooks }: Story): string | undefined {
  const hasEnded = (value: unknown) =>
    [...textsIn(value)].some(({ text }) => text === id) &&
    [...textsIn(value)].some(({ name, text }) => /status|state/i.test(name) && OVER.test(text));
  const by = exchanges.find(
    (one) =>
      one.number < at.number &&
      isDone(one) &&
      ((one.call?.operation === 'calling.end' && textOfId(one) === id) || hasEnded(one.answer)),
  );
  if (by) return `exchange ${by.number}`;
  const webhook = webhooks.find(({ number, entry }) => number < at.number && hasEnded(bodyOf(entry)));
  return webhook && `webhook ${webhook.number}`;
}

const bodyOf = ({ request }: Pick<Extract<CassetteDocument, { kind: 'webhook' }>, 'request'>): unknown =>
  request.body && 'json' in request.body ? request.body.json : undefined;
