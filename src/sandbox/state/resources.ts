import { operations, walkRows } from '../../client/index.js';
import { page } from '../respond/pages.js';
import { notFound } from '../respond/response.js';
import type { Ask, Handler, Subject } from '../respond/subject.js';
import type { Collection } from './collection.js';
import type { State } from './state.js';

/** An item that requests create, change and delete: the fields of the request, an id and timestamps. */
export interface Thing {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type Kind<T extends Thing> = (state: State) => Collection<T>;

export function addThing<T extends Thing>(state: State, kind: Kind<T>, fields: Fields): T {
  const at = state.clock.now().toISOString();
  return kind(state).add({ ...fields, id: state.ids.uuid(), created_at: at, updated_at: at } as unknown as T);
}

export function changeThing<T extends Thing>(state: State, kind: Kind<T>, thing: T, fields: Fields): T {
  return kind(state).replace({
    ...thing,
    ...fields,
    id: thing.id,
    created_at: thing.created_at,
    updated_at: state.clock.now().toISOString(),
  });
}

/** How one kind of item differs from the defaults: store the request fields, return them unchanged. */
export interface Rules<T extends Thing> {
  /** Returns the fields of a new item, or throws a refusal. Default: the fields of the request. */
  readonly made?: (ask: Ask) => Fields;
  /** Returns the fields that an update changes. Default: the fields of the request. */
  readonly changed?: (ask: Ask, thing: T) => Fields;
  /** Converts an item for the response. */
  readonly view?: (thing: T, ask: Ask) => unknown;
  /** Whether the item belongs to the parent that the path names. */
  readonly within?: (thing: T, ask: Ask) => boolean;
  /** Runs just before the item is deleted. */
  readonly gone?: (ask: Ask, thing: T) => void;
}

/** Returns handlers for list, create, get, update and delete, as far as the operation tables contain them. */
export function crud<T extends Thing>(name: string, kind: Kind<T>, rules: Rules<T> = {}): Subject {
  const { made, changed, view = (thing: T) => thing, within = () => true, gone } = rules;
  const handlers: Record<string, Handler> = {
    list: (ask) =>
      page(
        ask,
        kind(ask.state),
        (thing) => view(thing, ask),
        (thing) => within(thing, ask),
      ),
    create: (ask) => view(addThing(ask.state, kind, made ? made(ask) : ask.fields), ask),
    get: (ask) => view(find(ask, kind, within), ask),
    update: (ask) => {
      const thing = find(ask, kind, within);
      return view(changeThing(ask.state, kind, thing, changed ? changed(ask, thing) : ask.fields), ask);
    },
    delete: (ask) => {
      const thing = find(ask, kind, within);
      gone?.(ask, thing);
      kind(ask.state).delete(thing.id);
    },
  };
  return Object.fromEntries(
    Object.entries(handlers).flatMap(([verb, handler]) =>
      named.has(`${name}.${verb}`) ? [[`${name}.${verb}`, handler]] : [],
    ),
  );
}

const named = new Set([...walkRows(operations)].map(([name]) => name));

/** Returns the item that the last path parameter names. */
export function find<T extends Thing>(
  ask: Ask,
  kind: Kind<T>,
  within: (thing: T, ask: Ask) => boolean = () => true,
): T {
  const thing = kind(ask.state).get(Object.values(ask.words).at(-1) ?? '');
  if (!thing || !within(thing, ask)) throw notFound();
  return thing;
}
