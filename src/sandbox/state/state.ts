import { VirtualClock } from '../time/clock.js';
import { Schedule, type ScheduledEvent } from '../time/schedule.js';
import { CardVault } from './card-vault.js';
import { Collection } from './collection.js';
import { Ids } from './ids.js';
import { checkSnapshot, type Snapshot, snapshotFor } from './snapshot.js';
import { Transaction } from './transaction.js';

/** The state of the simulated platform. Handlers read and change it; a snapshot is a copy of it. */
export interface State {
  readonly project: string;
  readonly token: string;
  /** What the user chose for the signatures of outgoing requests. */
  readonly signing: { readonly key?: string | undefined; readonly prefix?: string | undefined };
  readonly clock: VirtualClock;
  readonly ids: Ids;
  /** The entries of payments. They are in no snapshot. */
  readonly cards: CardVault;
  /** The stored items, by kind; see `collection`. */
  readonly collections: Collections;
  readonly schedule: Schedule;
  readonly transaction: Transaction;
  /** The servers that the sandbox can reach: none, until a simulator decides it. */
  readonly network: {
    reaches(url: string): boolean;
    /** Whether requests of calls are sent, so that time waits for their responses. */
    sends?: boolean;
    /** The origin at which the sandbox is served. */
    origin?: string;
  };
}

type Collections = Map<string, Collection<{ readonly id: string }>>;

/** Returns an accessor for the collection of one kind. Each kind is declared once, next to its item type. */
export const collection =
  <T extends { readonly id: string }>(name: string) =>
  ({ collections, transaction }: Pick<State, 'collections' | 'transaction'>): Collection<T> => {
    let found = collections.get(name);
    if (found === undefined) {
      collections.set(name, (found = new Collection(transaction)));
      transaction.onUndo(() => collections.delete(name));
    }
    // Only the accessor of this kind adds items under its name.
    return found as unknown as Collection<T>;
  };

const scheduledEvents = collection<ScheduledEvent>('schedule');

function stateWith(
  account: Pick<State, 'project' | 'token' | 'signing' | 'clock' | 'ids' | 'cards' | 'network'>,
  collections: Collections,
  transaction: Transaction,
): State {
  const schedule = new Schedule(() => scheduledEvents({ collections, transaction }), account.ids, transaction);
  return { ...account, collections, schedule, transaction };
}

/** How a state starts: empty at the start of the clock, or with a past. */
interface Past {
  readonly seconds: number;
  simulate(state: State): void;
}

interface Account {
  readonly project?: string | undefined;
  readonly token?: string | undefined;
  readonly signing?: State['signing'];
}

export function newState(
  seed: number,
  now: Date | string,
  { project, token, signing = {} }: Account = {},
  past?: Past,
): State {
  const ids = new Ids(seed);
  const own = ids.uuid();
  // Always generated, so that the ids that follow do not depend on `token`.
  const fixed = `PT${ids.uuid().replaceAll('-', '')}`;
  const clock = new VirtualClock(now, past && { ...past, simulate: () => withoutNetwork(state, past) });
  const network = { reaches: () => false };
  const account = {
    project: project ?? own,
    token: token ?? fixed,
    signing,
    clock,
    ids,
    network,
    cards: new CardVault(),
  };
  const state = stateWith(account, new Map(), new Transaction());
  return state;
}

/** No server is notified of the past, so it does not wait for servers. */
function withoutNetwork(state: State, past: Past): void {
  const { sends = false } = state.network;
  state.network.sends = false;
  past.simulate(state);
  state.network.sends = sends;
}

export function snapshotOf(state: State): Snapshot {
  return structuredClone({
    version: 1,
    project: state.project,
    now: state.clock.now().toISOString(),
    ids: state.ids.state,
    // A search for items creates an empty collection.
    collections: Object.fromEntries(
      [...state.collections].map(([name, one]) => [name, one.toJSON()] as const).filter(([, { next }]) => next > 0),
    ),
  });
}

/** Restores a snapshot, with the account and the clock object of the state that it replaces. */
export function stateFrom({ project, token, signing, clock, cards, network }: State, snapshot: Snapshot): State {
  checkSnapshot(snapshot);
  const copy = snapshotFor({ project, token }, snapshot);
  const transaction = new Transaction();
  const collections = new Map(
    // `checkSnapshot` has validated the format.
    Object.entries(copy.collections).map(([name, one]) => [name, Collection.from(one as never, transaction)]),
  );
  const ids = new Ids(copy.ids);
  for (const items of collections.values()) ids.reserve(items.ids());
  clock.restore(copy.now);
  return stateWith({ project, token, signing, clock, ids, cards, network }, collections, transaction);
}
