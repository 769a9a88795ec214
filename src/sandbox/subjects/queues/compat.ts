import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found, invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { sendTo } from '../calls/answer.js';
import { allCalls } from '../calls/call.js';
import { checkUrl } from '../calls/checks.js';
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

/** The same queues in the compatible API. */
export const compatQueues: Handlers = {
  'compat.queues.list': (request) => page(request, allQueues(request.state), (queue) => view(request.state, queue)),
  'compat.queues.create': (request) => view(request.state, addQueue(request.state, fieldsOf(request))),
  'compat.queues.get': (request) => view(request.state, find(request.state, request.params.sid)),
  'compat.queues.update': (request) => {
    const queue = find(request.state, request.params.sid);
    return view(request.state, changeQueue(request.state, queue, fieldsOf(request, queue)));
  },
  'compat.queues.delete': (request) => {
    const queue = find(request.state, request.params.sid);
    if (queue.members.length > 0)
      throw invalid({ message: 'the queue is not empty: hang up or dequeue its callers first', number: 22002 });
    allQueues(request.state).delete(queue.id);
  },
  'compat.queues.list_members': (request) => {
    const queue = find(request.state, request.params.queue_sid);
    return page(request, membersOf(queue), (member) => memberView(request.state, queue, member));
  },
  'compat.queues.get_member': (request) => {
    const { queue, member } = findMember(request);
    return memberView(request.state, queue, member);
  },
  'compat.queues.dequeue_member': (request) => {
    const { state, input } = request;
    const { queue, member } = findMember(request);
    checkUrl(input.Url, 'Url');
    const removed = memberView(state, queue, member);
    const call = allCalls(state).get(member.call_id);
    if (call) sendTo(state, call, { url: input.Url }, state.clock.now().toISOString());
    return removed;
  },
};

type Save = RequestOf<'compat.queues.create' | 'compat.queues.update'>;

function fieldsOf({ state, input: { FriendlyName: name, MaxSize: max_size } }: Save, self?: Queue) {
  if (!/^\w+$/.test(name))
    throw invalid({
      message: 'FriendlyName must contain only letters, digits and _',
      attribute: 'FriendlyName',
      number: 22001,
    });
  if (isTaken(state, name, self))
    throw invalid({
      message: 'FriendlyName is already used by another queue',
      attribute: 'FriendlyName',
      number: 22003,
    });
  return { name, max_size };
}

const find = (state: State, id: string): Queue => found(allQueues(state).get(id));

/** `Front` addresses the next member. */
function findMember({ state, params }: RequestWith<'queue_sid' | 'call_sid'>): { queue: Queue; member: Member } {
  const queue = find(state, params.queue_sid);
  const { call_sid } = params;
  const member = call_sid === 'Front' ? queue.members[0] : queue.members.find(({ call_id }) => call_id === call_sid);
  return { queue, member: found(member) };
}

const view = (state: State, queue: Queue) => ({
  ...compatItem(state, queue, `Queues/${queue.id}`),
  friendly_name: queue.name,
  max_size: queue.max_size,
  current_size: queue.members.length,
  average_wait_time: averageWait(state, queue),
});

const memberView = (state: State, queue: Queue, member: Member) => ({
  call_sid: member.call_id,
  account_sid: state.project,
  queue_sid: queue.id,
  date_enqueued: compatDate(member.enqueued),
  member_type: 'call',
  uri: compatPath(state, `Queues/${queue.id}/Members/${member.call_id}`),
  ...positionOf(state, queue, member),
});
