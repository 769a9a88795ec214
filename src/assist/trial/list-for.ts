import { type Argument, isRow, operations, type Row, walkRows } from '../../client/index.js';
import { find } from '../complete/row-fields.js';

export interface List {
  readonly name: string;
  readonly row: Row;
}

/** Commands on a call have no list of their own. The log lists the calls with their ids. */
const CALL_LOG = 'logs.voice.list';

/** Returns the list with the ids for an operation: of its collection, or of its namespace. */
export function listFor(operation: string, argument?: Argument): List | undefined {
  const sibling = [...operation.split('.').slice(0, -1), 'list'].join('.');
  const own = listNamed(sibling);
  const { collection } = argument ?? {};
  if (own && (collection === undefined || own.row.path === collection)) return own;
  const fallback = /^(?:beyond\.)?calling\./.test(operation) ? listNamed(CALL_LOG) : own;
  return listsByPath().get(collection ?? '') ?? fallback;
}

/** Returns the lists that can be called without arguments and need no confirmation, by path. */
export const listsByPath = (): ReadonlyMap<string, List> => LISTS.byPath;

/** Built on first use, because the start does not need it, and once, because `explain` asks for each request. */
class Lists {
  #byPath: ReadonlyMap<string, List> | undefined;

  get byPath(): ReadonlyMap<string, List> {
    return (this.#byPath ??= new Map(
      [...walkRows(operations)].flatMap(([name]) => listNamed(name) ?? []).map((list) => [list.row.path, list]),
    ));
  }
}

const LISTS = new Lists();

function listNamed(name: string): List | undefined {
  const row = find(name.split('.'));
  if (!row || !isRow(row) || row.method !== 'GET' || row.gives.kind !== 'page' || row.spends) return undefined;
  return row.args.length === 0 && Object.keys(row.needs).length === 0 ? { name, row } : undefined;
}
