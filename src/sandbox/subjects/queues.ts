import { notFound } from '../answer.js';
import { Collection } from '../collection.js';
import { page } from '../pages.js';
import { kind, type State } from '../state.js';
import type { Ask, Subject } from '../subject.js';

/** A waiting caller; the first of the list is next. */
export interface Member {
  readonly call_id: string;
  readonly enqueued: string;
}

export interface Queue {
  readonly id: string;
  readonly name: string;
  readonly max_size: number;
  readonly members: readonly Member[];
  readonly created: string;
  readonly updated: string;
}

const allQueues = kind<Queue>('queues');

const USUAL_SIZE = 100;

export function makeQueue(state: State, { name, max_size }: { name?: string; max_size?: number }): Queue {
  const at = state.clock.now().toISOString();
  const id = state.ids.uuid();
  return allQueues(state).add({
    id,
    name: name ?? `Queue ${id.slice(0, 8)}`,
    max_size: max_size ?? USUAL_SIZE,
    members: [],
    created: at,
    updated: at,
  });
}

/** Puts a call at the end of the line. */
export function enqueue(state: State, queue: Queue, callId: string): Queue {
  const members = [...queue.members, { call_id: callId, enqueued: state.clock.now().toISOString() }];
  return allQueues(state).replace({ ...queue, members });
}

export const queues: Subject = {
  'queues.list': (ask) => page(ask, allQueues(ask.state), (queue) => view(ask.state, queue)),
  'queues.create': ({ state, fields }) => view(state, makeQueue(state, fields)),
  'queues.get': (ask) => view(ask.state, find(ask)),
  'queues.update': (ask) => {
    const { name, max_size } = ask.fields as { name?: string; max_size?: number };
    const changed = {
      ...find(ask),
      ...(name !== undefined && { name }),
      ...(max_size !== undefined && { max_size }),
      updated: ask.state.clock.now().toISOString(),
    };
    return view(ask.state, allQueues(ask.state).replace(changed));
  },
  'queues.delete': (ask) => void allQueues(ask.state).delete(find(ask).id),
  'queues.list_members': (ask) => {
    const queue = find(ask);
    const members = new Collection<Member & { id: string }>();
    // The one who is next comes first, and pages go from the newest: the line is walked from its end.
    for (const member of [...queue.members].reverse()) members.add({ ...member, id: member.call_id });
    return page(ask, members, (member) => memberView(ask.state, queue, member));
  },
  'queues.get_next_member': (ask) => {
    const queue = find(ask);
    const [next] = queue.members;
    if (!next) throw notFound();
    return memberView(ask.state, queue, next);
  },
  'queues.get_member': (ask) => {
    const queue = find(ask);
    const member = queue.members.find(({ call_id }) => call_id === ask.words.member_id);
    if (!member) throw notFound();
    return memberView(ask.state, queue, member);
  },
};

function find({ state, words }: Ask): Queue {
  const queue = allQueues(state).get(words.queue_id ?? '');
  if (!queue) throw notFound();
  return queue;
}

const secondsSince = (state: State, time: string) =>
  Math.floor((state.clock.now().getTime() - Date.parse(time)) / 1000);

function view(state: State, queue: Queue): unknown {
  const waits = queue.members.map(({ enqueued }) => secondsSince(state, enqueued));
  const average = waits.length === 0 ? 0 : Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length);
  return {
    id: queue.id,
    project_id: state.project,
    friendly_name: queue.name,
    max_size: queue.max_size,
    current_size: queue.members.length,
    average_wait_time: average,
    uri: `/api/relay/rest/queues/${queue.id}`,
    date_created: queue.created,
    date_updated: queue.updated,
  };
}

function memberView(state: State, queue: Queue, { call_id, enqueued }: Member): unknown {
  return {
    call_id,
    project_id: state.project,
    queue_id: queue.id,
    position: queue.members.findIndex((member) => member.call_id === call_id) + 1,
    uri: `/api/relay/rest/queues/${queue.id}/members/${call_id}`,
    wait_time: secondsSince(state, enqueued),
    date_enqueued: enqueued,
  };
}
