import type { Snapshot } from '../../sandbox/index.js';
import type { ChangedResource, FieldChange, SnapshotChanges } from '../contract.js';
import type { InspectedSandbox } from '../inspected.js';
import { byId, copyClient, listedResources, rowOf } from './resources/listed-resources.js';

const MAX_CHANGES = 500;
const MAX_FIELDS = 50;
const MAX_VALUE = 300;

export interface NamedSnapshot {
  readonly name: string;
  readonly snapshot: Snapshot;
}

/** Compares what the API lists in two states. */
export async function snapshotChanges(
  { credentials, seed }: InspectedSandbox,
  before: NamedSnapshot,
  after: NamedSnapshot,
): Promise<SnapshotChanges> {
  const resourcesOf = async ({ snapshot }: NamedSnapshot) =>
    byId(await listedResources(copyClient({ credentials, seed, snapshot: () => snapshot })));
  const [old, current] = [await resourcesOf(before), await resourcesOf(after)];
  const added = [...current.values()].filter(({ id }) => !old.has(id)).map(rowOf);
  const removed = [...old.values()].filter(({ id }) => !current.has(id)).map(rowOf);
  const changed = [...current.values()].flatMap((one): ChangedResource[] => {
    const fields = fieldChanges(old.get(one.id)?.value ?? one.value, one.value);
    return fields.length === 0 ? [] : [{ ...rowOf(one), fields: fields.slice(0, MAX_FIELDS) }];
  });
  return {
    before: { name: before.name, now: before.snapshot.now },
    after: { name: after.name, now: after.snapshot.now },
    added: added.slice(0, MAX_CHANGES),
    removed: removed.slice(0, MAX_CHANGES),
    changed: changed.slice(0, MAX_CHANGES),
    isCut: [added, removed, changed].some(({ length }) => length > MAX_CHANGES),
  };
}

/** The fields that differ. Objects are compared field by field, and lists as a whole. */
export function fieldChanges(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      fieldChanges(ownOf(before, name), ownOf(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  const [left, right] = [JSON.stringify(before), JSON.stringify(after)];
  return left === right ? [] : [{ path, before: shown(left), after: shown(right) }];
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownOf = (value: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

const shown = (json: string | undefined): string | null =>
  json === undefined ? null : json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE)}…` : json;
