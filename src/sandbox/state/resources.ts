import { operations, walkRows } from '../../client/index.js';
import { page } from '../respond/pages.js';
import { notFound } from '../respond/response.js';
import type { Ask, Handler, Subject } from '../respond/subject.js';
import type { Collection } from './collection.js';
import type { State } from './state.js';

/** Something that requests make, change and delete: what they gave, with an id and its times. */
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

/** What is special about one kind of thing; without rules it keeps what it is given and tells it again. */
export interface Rules<T extends Thing> {
  /** What a new one holds; the place to refuse. Without it: the fields of the request. */
  readonly made?: (ask: Ask) => Fields;
  /** What a change changes. Without it: the fields of the request. */
  readonly changed?: (ask: Ask, thing: T) => Fields;
  /** How an answer tells it. */
  readonly view?: (thing: T, ask: Ask) => unknown;
  /** Whether it is one of those that the path names. */
  readonly within?: (thing: T, ask: Ask) => boolean;
  /** Just before it is deleted. */
  readonly gone?: (ask: Ask, thing: T) => void;
}

/** The usual operations on one kind of thing, as far as the tables have them under this name. */
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

/** The thing that the path's last word names. */
export function find<T extends Thing>(
  ask: Ask,
  kind: Kind<T>,
  within: (thing: T, ask: Ask) => boolean = () => true,
): T {
  const thing = kind(ask.state).get(Object.values(ask.words).at(-1) ?? '');
  if (!thing || !within(thing, ask)) throw notFound();
  return thing;
}
