import { operations, walkRows } from '../../client/index.js';
import { type Exchange, isObject } from './exchange.js';
import { fieldsOf } from './field-at-fault.js';

/** The response that has an id first, and the path of the collection that the id is of. */
export interface Origin {
  readonly at: Exchange;
  readonly path: string;
}

/**
 * The collections of the API by the name of one resource: `phone_number` is of `/api/relay/rest/phone_numbers`. A name of
 * several collections, such as `address`, is of none.
 */
const COLLECTIONS: ReadonlyMap<string, ReadonlySet<string>> = collectionsByName();

function collectionsByName(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, { args }] of walkRows(operations))
    for (const { collection } of args) {
      if (collection === undefined || !/s$/.test(collection) || collection.includes('{')) continue;
      const name = singular(collection);
      found.set(name, (found.get(name) ?? new Set()).add(collection));
    }
  return found;
}

function singular(collection: string): string {
  const last = collection.slice(collection.lastIndexOf('/') + 1);
  return last.replace(/(ss)es$|s$/, '$1');
}

/** The collection of a field: `phone_number_id` and `call_flow_id` end in the name of one. */
function collectionOf(name: string): string | undefined {
  const words = name.replace(/_id$/, '').split('_');
  for (let from = 0; from < words.length; from++) {
    const [collection, ...others] = COLLECTIONS.get(words.slice(from).join('_')) ?? [];
    if (collection !== undefined) return others.length === 0 ? collection : undefined;
  }
  return undefined;
}

/** The ids in the fields of a request, with their collections if the names of the fields have them. */
export const idFieldsIn = ({ call }: Pick<Exchange, 'call'>) =>
  Object.entries(call ? fieldsOf(call) : {}).flatMap(([name, id]) =>
    /_id$/.test(name) && typeof id === 'string' ? [{ name, id, collection: collectionOf(name) }] : [],
  );

/**
 * The ids in a response that belong to the collection of its path: the id of the resource itself, and those in a list. An
 * object inside a resource can be of any kind.
 */
export function originsIn({ call, answer }: Exchange): (readonly [id: string, path: string])[] {
  if (!call || !isObject(answer)) return [];
  const lists = Object.values(answer).filter((one) => Array.isArray(one));
  return [answer, ...lists.flat()].flatMap((one) =>
    isObject(one)
      ? [one.id, one.sid].flatMap((id) => (typeof id === 'string' ? [[id, call.row.path] as const] : []))
      : [],
  );
}
