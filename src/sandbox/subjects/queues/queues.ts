import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { badRequest, found, invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { notUnique } from '../refusals.js';
import {
  addQueue,
  allQueues,
  averageWait,
  changeQueue,
  isTaken,
  type Member,
  membersOf,
  positionOf,
  type Queue,
} from './queue.js';

/** Queues in the native API. */
export const queues: Handlers = {
  'queues.list': (request) => page(request, allQueues(request.state), (queue) => view(request.state, queue)),
  'queues.create': ({ state, input }) => {
    checkFields(state, input);
    return view(state, addQueue(state, input));
  },
  'queues.get': (request) => view(request.state, find(request)),
  'queues.update': (request) => {
    const { state, input } = request;
    const queue = find(request);
    checkFields(state, input, queue);
    return view(state, changeQueue(state, queue, input));
  },
  'queues.delete': (request) => {
    const queue = find(request);
    if (queue.members.length > 0)
      throw badRequest({ message: 'the queue is not empty: hang up or transfer its callers first' });
    allQueues(request.state).delete(queue.id);
  },
  'queues.list_members': (request) => {
    const queue = find(request);
    return page(request, membersOf(queue), (member) => memberView(request.state, queue, member));
  },
  'queues.get_next_member': (request) => {
    const queue = find(request);
    return memberView(request.state, queue, found(queue.members[0]));
  },
  'queues.get_member': (request) => {
    const queue = find(request);
    const member = queue.members.find(({ call_id }) => call_id === request.params.member_id);
    return memberView(request.state, queue, found(member));
  },
};

function checkFields(state: State, { name, max_size }: { name?: string; max_size?: number }, self?: Queue): void {
  if (max_size !== undefined && max_size < 1)
    throw invalid({ message: 'max_size must be 1 or more', attribute: 'max_size' });
  if (isTaken(state, name, self)) throw notUnique('name', name);
}

const find = ({ state, params }: RequestWith<'queue_id'>): Queue => found(allQueues(state).get(params.queue_id));

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
  ...positionOf(state, queue, member),
});
