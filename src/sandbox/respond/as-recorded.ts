import type { Match } from '../../client/index.js';
import { isRecord } from '../request/read-json.js';
import type { Collection } from '../state/collection.js';
import { collection, type State } from '../state/state.js';
import type { Fields } from './handler.js';
import { shownItems } from './shown-items.js';

/** The fields of a resource in a recording, and those that the sandbox showed when the resource was populated. */
export interface RecordedView {
  readonly id: string;
  readonly recorded: Fields;
  readonly initial: Fields;
  /** The names of the fields that the recorded responses of each operation have. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const NAME = 'recorded views';
export const recordedViews = collection<RecordedView>(NAME);
export const viewKey = (family: string, id: string) => `${family} ${id}`;

export const isPopulated = ({ collections }: State): boolean => collections.has(NAME);

/** Shows populated resources as in the recording, except for the fields that have changed since. */
export function asRecorded(state: State, match: Match, text: string | undefined): string | undefined {
  // Without population, the collection does not exist.
  const views = state.collections.get(NAME) as Collection<RecordedView> | undefined;
  if (!views || text === undefined) return text;
  const body: unknown = JSON.parse(text);
  for (const { family, id, item } of shownItems(match, body)) {
    const view = views.get(viewKey(family, id));
    if (!view) continue;
    const shown = merged(item, view);
    const names = view.names[match.operation];
    for (const name of names ? Object.keys(shown) : [])
      if (!names?.includes(name) && (!(name in item) || isSame(item[name], view.initial[name]))) delete shown[name];
    for (const name of Object.keys(item)) delete item[name];
    Object.assign(item, shown);
  }
  return JSON.stringify(body);
}

function merged(
  current: Fields,
  { recorded, initial }: Pick<RecordedView, 'recorded' | 'initial'>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...recorded };
  for (const [name, value] of Object.entries(current)) {
    const before = initial[name];
    const was = recorded[name];
    if (name in recorded && isSame(value, before)) continue;
    shown[name] =
      isRecord(value) && isRecord(before) && isRecord(was) ? merged(value, { recorded: was, initial: before }) : value;
  }
  return shown;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
