import { operations, walkRows } from '../../client/index.js';
import type { Fields, Handlers, OperationName, OperationRequest, RequestIn } from '../respond/handler.js';
import { page } from '../respond/pages.js';
import { found } from '../respond/response.js';
import type { Collection } from './collection.js';
import type { State } from './state.js';

/** An item that requests create, change and delete: the fields of the request, an id and timestamps. */
export interface Item {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

type Accessor<T extends Item> = (state: State) => Collection<T>;

export function addItem<T extends Item>(state: State, items: Accessor<T>, fields: Fields): T {
  const at = state.clock.now().toISOString();
  // The fields are those of a validated request, and each item type declares what its row requires.
  return items(state).add({ ...fields, id: state.ids.uuid(), created_at: at, updated_at: at } as unknown as T);
}

export function changeItem<T extends Item>(state: State, items: Accessor<T>, item: T, fields: Fields): T {
  return items(state).replace({
    ...item,
    ...fields,
    id: item.id,
    created_at: item.created_at,
    updated_at: state.clock.now().toISOString(),
  });
}

/** The namespaces with operations on items, such as `queues`. */
type Namespace = OperationName extends infer Name ? (Name extends `${infer N}.${'get' | 'update'}` ? N : never) : never;

/** How one kind of item differs from the defaults: store the request fields, return them unchanged. */
export interface Rules<N extends string, T extends Item> {
  /** Returns the fields of a new item, or throws a refusal. Default: the fields of the request. */
  readonly create?: (request: RequestIn<N, 'create'>) => Fields;
  /** Returns the fields that an update changes. Default: the fields of the request. */
  readonly update?: (request: RequestIn<N, 'update'>, item: T) => Fields;
  /** Converts an item for the response. */
  readonly view?: (item: T, request: OperationRequest) => unknown;
  /** Runs just before the item is deleted. */
  readonly beforeDelete?: (request: OperationRequest, item: T) => void;
}

/** Returns handlers for list, create, get, update and delete, as far as the operation tables contain them. */
export function crud<N extends Namespace, T extends Item>(
  namespace: N,
  items: Accessor<T>,
  { create, update, view = (item) => item, beforeDelete }: Rules<N, T> = {},
): Handlers {
  const handlers = {
    list: (request: OperationRequest) => page(request, items(request.state), (item) => view(item, request)),
    create: (request: OperationRequest & RequestIn<N, 'create'>) =>
      view(addItem(request.state, items, create ? create(request) : request.input), request),
    get: (request: OperationRequest) => view(find(request, items), request),
    update: (request: OperationRequest & RequestIn<N, 'update'>) => {
      const item = find(request, items);
      return view(changeItem(request.state, items, item, update ? update(request, item) : request.input), request);
    },
    delete: (request: OperationRequest) => {
      const item = find(request, items);
      beforeDelete?.(request, item);
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
export const find = <T extends Item>(
  { state, params }: Pick<OperationRequest, 'state' | 'params'>,
  items: Accessor<T>,
): T => found(items(state).get(Object.values(params).at(-1) ?? ''));
