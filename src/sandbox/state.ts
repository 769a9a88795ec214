import { VirtualClock } from './clock.js';
import { Collection } from './collection.js';
import { Ids } from './ids.js';
import type { Snapshot } from './snapshot.js';
import type { Call } from './subjects/calls.js';
import type { FabricResource } from './subjects/fabric_resources.js';
import type { PhoneNumber } from './subjects/phone_numbers.js';
import type { Queue } from './subjects/queues.js';

/** Everything the simulated platform knows. Subjects read and change it; a snapshot is a copy of it. */
export interface State {
  readonly project: string;
  readonly token: string;
  readonly clock: VirtualClock;
  readonly ids: Ids;
  readonly numbers: Collection<PhoneNumber>;
  readonly resources: Collection<FabricResource>;
  readonly queues: Collection<Queue>;
  readonly calls: Collection<Call>;
}

const COLLECTIONS = ['numbers', 'resources', 'queues', 'calls'] as const;

export function emptyState(seed: number, now: Date | string): State {
  const ids = new Ids(seed);
  return {
    project: ids.uuid(),
    token: `PT${ids.uuid().replaceAll('-', '')}`,
    clock: new VirtualClock(now),
    ids,
    numbers: new Collection(),
    resources: new Collection(),
    queues: new Collection(),
    calls: new Collection(),
  };
}

export function snapshotOf(state: State): Snapshot {
  const collections = Object.fromEntries(COLLECTIONS.map((name) => [name, state[name].toJSON()]));
  return structuredClone({
    version: 1,
    now: state.clock.now().toISOString(),
    ids: state.ids.state,
    collections,
  }) as Snapshot;
}

/** The same account and the same clock at another moment. */
export function stateFrom({ project, token, clock }: State, snapshot: Snapshot): State {
  const copy = structuredClone(snapshot);
  const collections = Object.fromEntries(
    COLLECTIONS.map((name) => [name, Collection.from(copy.collections[name] as never)]),
  );
  clock.restore(copy.now);
  return { project, token, clock, ids: new Ids(copy.ids), ...collections } as State;
}
