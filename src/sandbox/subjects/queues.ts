import { compatDate, compatItem, compatPath } from '../respond/compat.js';
import type { Handlers, OperationRequest, RequestWith } from '../respond/handler.js';
import { page } from '../respond/pages.js';
import { crud } from '../respond/resources.js';
import { badRequest, found, invalid } from '../respond/response.js';
import type { State } from '../state/state.js';
import { sendTo } from './calls/answer.js';
import { allCalls } from './calls/call.js';
import { checkUrl } from './calls/checks.js';
import { addQueue, allQueues, isTaken, type Member, membersOf, positionOf, type Queue, waitOf } from './calls/queue.js';
import { notUnique } from './refusals.js';

type Requested = Pick<OperationRequest, 'state'>;
type Fields = { readonly name?: string; readonly max_size?: number };

export const queues: Handlers = {
  ...crud('queues', allQueues, {
    add: ({ state, input }) => addQueue(state, checkedFields(state, input)),
    update: ({ state, input }, queue) => checkedFields(state, input, queue),
    view,
    beforeDelete: ({ members }) => {
      if (members.length > 0)
        throw badRequest({ message: 'the queue is not empty: hang up or transfer its callers first' });
    },
  }),
  'queues.list_members': (request) => {
    const queue = find(request.state, request.params.queue_id);
    return page(request, membersOf(queue), (member) => memberView(request.state, queue, member));
  },
  'queues.get_next_member': ({ state, params }) => {
    const queue = find(state, params.queue_id);
    return memberView(state, queue, found(queue.members[0]));
  },
  'queues.get_member': ({ state, params }) => {
    const queue = find(state, params.queue_id);
    return memberView(state, queue, memberIn(queue, params.member_id));
  },

  ...crud('compat.queues', allQueues, {
    add: ({ state, input }) => addQueue(state, checkedCompat(state, input)),
    update: ({ state, input }, queue) => checkedCompat(state, input, queue),
    view: compatView,
    beforeDelete: ({ members }) => {
      if (members.length > 0)
        throw invalid({ message: 'the queue is not empty: hang up or dequeue its callers first', number: 22002 });
    },
  }),
  'compat.queues.list_members': (request) => {
    const queue = find(request.state, request.params.queue_sid);
    return page(request, membersOf(queue), (member) => compatMember(request.state, queue, member));
  },
  'compat.queues.get_member': (request) => compatMember(request.state, ...addressed(request)),
  'compat.queues.dequeue_member': (request) => {
    const { state, input } = request;
    const [queue, member] = addressed(request);
    checkUrl(input.Url, 'Url');
    const removed = compatMember(state, queue, member);
    const call = allCalls(state).get(member.call_id);
    if (call) sendTo(state, call, { url: input.Url }, state.clock.now().toISOString());
    return removed;
  },
};

function checkedFields(state: State, { name, max_size }: Fields, self?: Queue): Fields {
  if (isTaken(state, name, self)) throw notUnique('name', name);
  return { name: name ?? self?.name, max_size: max_size ?? self?.max_size };
}

function checkedCompat(state: State, input: { FriendlyName: string; MaxSize?: number }, self?: Queue): Fields {
  const { FriendlyName: name, MaxSize: max_size = self?.max_size } = input;
  const refuse = (problem: string, number: number) =>
    invalid({ message: `FriendlyName ${problem}`, attribute: 'FriendlyName', number });
  if (!/^\w+$/.test(name)) throw refuse('must contain only letters, digits and _', 22001);
  if (isTaken(state, name, self)) throw refuse('is already used by another queue', 22003);
  return { name, max_size };
}

const find = (state: State, id: string): Queue => found(allQueues(state).get(id));
const memberIn = ({ members }: Queue, id: string) => found(members.find(({ call_id }) => call_id === id));

/** `Front` addresses the next member. */
function addressed({ state, params }: RequestWith<'queue_sid' | 'call_sid'>): [Queue, Member] {
  const queue = find(state, params.queue_sid);
  return [queue, params.call_sid === 'Front' ? found(queue.members[0]) : memberIn(queue, params.call_sid)];
}

function view(queue: Queue, { state }: Requested) {
  const { id, name, created_at, updated_at } = queue;
  const uri = `/api/relay/rest/queues/${id}`;
  const dates = { date_created: created_at, date_updated: updated_at };
  return { ...queue, ...dates, ...waitOf(state, queue), project_id: state.project, friendly_name: name, uri };
}

function compatView(queue: Queue, { state }: Requested) {
  const { id, name, max_size } = queue;
  return { ...compatItem(state, queue, `Queues/${id}`), ...waitOf(state, queue), friendly_name: name, max_size };
}

const memberView = (state: State, queue: Queue, member: Member) => ({
  call_id: member.call_id,
  project_id: state.project,
  queue_id: queue.id,
  uri: `/api/relay/rest/queues/${queue.id}/members/${member.call_id}`,
  date_enqueued: member.enqueued,
  ...positionOf(state, queue, member),
});

const compatMember = (state: State, queue: Queue, member: Member) => ({
  call_sid: member.call_id,
  account_sid: state.project,
  queue_sid: queue.id,
  date_enqueued: compatDate(member.enqueued),
  member_type: 'call',
  uri: compatPath(state, `Queues/${queue.id}/Members/${member.call_id}`),
  ...positionOf(state, queue, member),
});
