import type { Stored } from '../../respond/resources.js';
import { Collection } from '../../state/collection.js';
import { collection, type State } from '../../state/state.js';

/** A waiting call. The first member of a queue is next. */
export interface Member {
  readonly call_id: string;
  readonly enqueued: string;
}

export interface Queue extends Stored {
  readonly name: string;
  readonly max_size: number;
  readonly members: readonly Member[];
}

export const allQueues = collection<Queue>('queues');

export function addQueue(state: State, { name, max_size = 100 }: { name?: string; max_size?: number }): Queue {
  const at = state.clock.now().toISOString();
  const id = state.ids.uuid();
  const queue = { id, name: name ?? `Queue ${id.slice(0, 8)}`, max_size, members: [], created_at: at, updated_at: at };
  return allQueues(state).add(queue);
}

const byName = ({ name }: Queue) => name;

export const queueNamed = (state: State, name: string): Queue | undefined =>
  allQueues(state).withKey(byName, name)[0] ?? allQueues(state).get(name);

/** Names are unique across both APIs, because calls address queues by name. For the native API, this is assumed. */
export const isTaken = (state: State, name: string | undefined, self?: Queue): boolean =>
  allQueues(state)
    .withKey(byName, name)
    .some(({ id }) => id !== self?.id);

export const isFull = (queue: Queue): boolean => queue.members.length >= queue.max_size;

export function enqueue(state: State, queueId: string, callId: string, at: string): void {
  const queue = allQueues(state).get(queueId);
  if (queue) allQueues(state).replace({ ...queue, members: [...queue.members, { call_id: callId, enqueued: at }] });
}

export function dequeue(state: State, queueId: string, callId: string): void {
  const queue = allQueues(state).get(queueId);
  if (queue) allQueues(state).replace({ ...queue, members: queue.members.filter(({ call_id }) => call_id !== callId) });
}

/** Returns the members in reverse order, because `page` lists the newest first and the next member must come first. */
export function membersOf(queue: Queue): Collection<Member & { readonly id: string }> {
  return Collection.of([...queue.members].reverse().map((member) => ({ ...member, id: member.call_id })));
}

const secondsSince = (state: State, time: string) =>
  Math.floor((state.clock.now().getTime() - Date.parse(time)) / 1000);

export function waitOf(state: State, { members }: Queue) {
  const waits = members.map(({ enqueued }) => secondsSince(state, enqueued));
  const sum = waits.reduce((total, wait) => total + wait, 0);
  return { current_size: waits.length, average_wait_time: Math.round(sum / (waits.length || 1)) };
}

export const positionOf = (state: State, queue: Queue, { call_id, enqueued }: Member) => ({
  position: queue.members.findIndex((member) => member.call_id === call_id) + 1,
  wait_time: secondsSince(state, enqueued),
});
