import { page } from '../../respond/pages.js';
import { badRequest, invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { notUnique } from '../refusals.js';
import {
  allQueues,
  averageWait,
  changeQueue,
  isTaken,
  lineOf,
  type Member,
  makeQueue,
  placeOf,
  type Queue,
} from './queue.js';

/** Queues in the native API. */
export const queues: Subject = {
  'queues.list': (ask) => page(ask, allQueues(ask.state), (queue) => view(ask.state, queue)),
  'queues.create': ({ state, fields }) => {
    checkSize(fields.max_size);
    checkName(state, fields.name);
    return view(state, makeQueue(state, fields));
  },
  'queues.get': (ask) => view(ask.state, find(ask)),
  'queues.update': (ask) => {
    const { name, max_size } = ask.fields as { name?: string; max_size?: number };
    const queue = find(ask);
    checkSize(max_size);
    checkName(ask.state, name, queue);
    return view(ask.state, changeQueue(ask.state, queue, { name, max_size }));
  },
  'queues.delete': (ask) => {
    const queue = find(ask);
    if (queue.members.length > 0) throw badRequest({ message: 'the queue has callers: let them go first' });
    allQueues(ask.state).delete(queue.id);
  },
  'queues.list_members': (ask) => {
    const queue = find(ask);
    return page(ask, lineOf(queue), (member) => memberView(ask.state, queue, member));
  },
  'queues.get_next_member': (ask) => memberOf(ask, ({ members }) => members[0]),
  'queues.get_member': (ask) =>
    memberOf(ask, ({ members }) => members.find(({ call_id }) => call_id === ask.words.member_id)),
};

function checkSize(size: unknown): void {
  if (size !== undefined && !(Number(size) >= 1))
    throw invalid({ message: 'max_size must be 1 or more', attribute: 'max_size' });
}

function checkName(state: State, name: unknown, self?: Queue): void {
  if (isTaken(state, name, self)) throw notUnique('name', name);
}

function find({ state, words }: Ask): Queue {
  const queue = allQueues(state).get(words.queue_id ?? '');
  if (!queue) throw notFound();
  return queue;
}

function memberOf(ask: Ask, pick: (queue: Queue) => Member | undefined): unknown {
  const queue = find(ask);
  const member = pick(queue);
  if (!member) throw notFound();
  return memberView(ask.state, queue, member);
}

const view = (state: State, queue: Queue) => ({
  id: queue.id,
  project_id: state.project,
  friendly_name: queue.name,
  max_size: queue.max_size,
  current_size: queue.members.length,
  average_wait_time: averageWait(state, queue),
  uri: `/api/relay/rest/queues/${queue.id}`,
  date_created: queue.created_at,
  date_updated: queue.updated_at,
});

const memberView = (state: State, queue: Queue, member: Member) => ({
  call_id: member.call_id,
  project_id: state.project,
  queue_id: queue.id,
  uri: `/api/relay/rest/queues/${queue.id}/members/${member.call_id}`,
  date_enqueued: member.enqueued,
  ...placeOf(state, queue, member),
});
