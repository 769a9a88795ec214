import { operations, walkRows } from '../../client/index.js';
import type { Collection } from '../state/collection.js';
import type { State } from '../state/state.js';
import type { Fields, Handlers, OperationName, OperationRequest, RequestIn } from './handler.js';
import { page } from './pages.js';
import { found } from './response.js';

export interface Stored {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}
/** An item that requests create, change and delete: the fields of the request, an id and timestamps. */
export interface Item extends Stored {
  readonly [field: string]: unknown;
}

type Accessor<T extends Stored> = (state: State) => Collection<T>;
type Changes<T> = Fields | Partial<T>;

export function addItem<T extends Stored>(state: State, items: Accessor<T>, fields: Fields): T {
  const at = state.clock.now().toISOString();
  // The fields are those of a validated request, and each item type declares what its row requires.
  return items(state).add({ ...fields, id: state.ids.uuid(), created_at: at, updated_at: at } as unknown as T);
}

export function changeItem<T extends Stored>(state: State, items: Accessor<T>, item: T, changes: Changes<T>): T {
  const { id, created_at } = item;
  const updated_at = state.clock.now().toISOString();
  return items(state).replace({ ...item, ...changes, id, created_at, updated_at });
}

type Namespace = OperationName extends infer Name ? (Name extends `${infer N}.${'get' | 'update'}` ? N : never) : never;

/** How one kind of item differs from the defaults: store the request fields, return them unchanged. */
export interface Rules<N extends string, T extends Stored> {
  /** Returns the fields of a new item, or throws a refusal. Default: the fields of the request. */
  readonly create?: (request: RequestIn<N, 'create'>) => Fields;
  /** Adds a new item that has more than the fields of `create`. */
  readonly add?: (request: RequestIn<N, 'create'>) => T;
  /** Returns the fields that an update changes. Default: the fields of the request. */
  readonly update?: (request: RequestIn<N, 'update'>, item: T) => Changes<T>;
  readonly view?: (item: T, request: OperationRequest) => unknown;
  /** Whether the operations know an item. Default: all items. */
  readonly isShown?: (item: T) => boolean;
  /** Returns the filter of a list. Default: `isShown`. */
  readonly isListed?: (request: RequestIn<N, 'list'>) => (item: T) => unknown;
  readonly beforeDelete?: (item: T, request: OperationRequest) => void;
}

/** Returns handlers for list, create, get, update and delete, as far as the operation tables contain them. */
export function crud<N extends Namespace, T extends Stored>(
  namespace: N,
  items: Accessor<T>,
  {
    create,
    add,
    update,
    view = (item) => item,
    isShown = () => true,
    isListed = () => isShown,
    beforeDelete,
  }: Rules<N, T> = {},
): Handlers {
  type List = OperationRequest & RequestIn<N, 'list'>;
  type Create = OperationRequest & RequestIn<N, 'create'>;
  type Update = OperationRequest & RequestIn<N, 'update'>;
  const one = (request: OperationRequest) => find(request, items, isShown);
  const newItem = (request: Create) => addItem(request.state, items, create ? create(request) : request.input);
  const handlers = {
    list: (request: List) => page(request, items(request.state), (item) => view(item, request), isListed(request)),
    create: (request: Create) => view(add ? add(request) : newItem(request), request),
    get: (request: OperationRequest) => view(one(request), request),
    update: (request: Update) => {
      const item = one(request);
      return view(changeItem(request.state, items, item, update ? update(request, item) : request.input), request);
    },
    delete: (request: OperationRequest) => {
      const item = one(request);
      beforeDelete?.(item, request);
      items(request.state).delete(item.id);
    },
  };
  return Object.fromEntries(
    Object.entries(handlers).flatMap(([verb, handler]) =>
      NAMES.has(`${namespace}.${verb}`) ? [[`${namespace}.${verb}`, handler]] : [],
    ),
  );
}

const NAMES: ReadonlySet<string> = new Set([...walkRows(operations)].map(([name]) => name));

/** Returns the item that the last path parameter names. */
export function find<T extends Stored>(
  { state, params }: Pick<OperationRequest, 'state' | 'params'>,
  items: Accessor<T>,
  isShown: (item: T) => boolean = () => true,
): T {
  const item = found(items(state).get(Object.values(params).at(-1) ?? ''));
  return found(isShown(item) ? item : undefined);
}
