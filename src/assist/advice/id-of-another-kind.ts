import type { Argument, Row } from '../../client/index.js';
import { withArticle } from '../../util/index.js';
import { kindOf, type SeenIds, singularOf, stemOf } from '../complete/seen-ids.js';
import { ownValue } from '../inspect/own-value.js';
import { listsByPath } from '../trial/list-for.js';
import { START, startedBy, type Trial } from '../trial/trial.js';

interface Given {
  readonly operation: string;
  readonly row: Row;
  readonly args: readonly unknown[];
  readonly seen: Pick<SeenIds, 'collectionsOf'>;
}

/**
 * Names an argument or a field that has the id of another kind of resource: the id of a queue where a call flow is needed.
 * Knows only ids from responses of this session, and does not guess if the needed kind is not known.
 */
export function idsOfAnotherKind({ operation, row, args, seen }: Given): string[] {
  const given: (readonly [Pick<Argument, 'name' | 'collection'>, unknown])[] = row.args.map((one, index) => [
    one,
    args[index],
  ]);
  const fields = args[row.args.length];
  for (const name of Object.keys({ ...row.needs, ...row.takes }))
    if (kindOf({ name }) === 'id') given.push([{ name }, ownValue(fields, name)]);
  return given.flatMap(([{ name, collection }, value]) => {
    const needed = collection === undefined ? stemOf(name) : singularOf(collection);
    const kinds =
      typeof value === 'string'
        ? seen
            .collectionsOf(value)
            .filter((one) => !IS_LOG.test(one))
            .map(singularOf)
        : [];
    const [kind] = kinds;
    if (kind === undefined || !isKind(needed) || kinds.some((one) => isSame(one, needed))) return [];
    return [
      `${String(value)} is the id of ${withArticle(wordsOf(kind))}. ${operation} needs the id of ${withArticle(wordsOf(needed))} in ${name}`,
    ];
  });
}

/** Finds the id that an argument stands for: of a resource in the sandbox, or one of the session that starts with it. */
export async function identified(
  { operation, seen }: Pick<Given, 'operation'> & { readonly seen: Pick<SeenIds, 'fitting'> },
  argument: Argument,
  given: string,
  trial: Trial,
): Promise<{ readonly id: string; readonly message: string } | undefined> {
  const found = await trial.identify(operation, argument, given);
  if (found && found.field !== START)
    return { id: found.id, message: `${given} is a ${found.field}, not an id. Its id is ${found.id}` };
  const ids = seen.fitting(argument).map(({ value }) => value);
  const id = found?.id ?? startedBy(given, ids);
  return id === undefined ? undefined : { id, message: `${given} is the ${START}. The whole id is ${id}` };
}

/** An entry of a log has the id of the call, message or fax that it is about. */
const IS_LOG = /\/logs(?:\/|$)/;

/** Whether a list of the platform has items of this kind: `resource` or `object` says nothing. */
const isKind = (name: string) =>
  [...listsByPath().keys()].some((path) => isSame(singularOf(path), name) && name !== 'resource');

const wordsOf = (kind: string) => kind.replace(/_/g, ' ');

/** One API writes `IncomingPhoneNumbers`, another `phone_numbers`: `flow` is a `call_flow`. */
function isSame(a: string, b: string): boolean {
  const [one = '', other = ''] = [a, b].map((name) => name.replace(/_/g, '').toLowerCase());
  return one.endsWith(other) || other.endsWith(one);
}
