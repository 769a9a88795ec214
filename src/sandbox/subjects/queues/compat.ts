import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { sendTo } from '../calls/answer.js';
import { allCalls } from '../calls/call.js';
import { wantUrl } from '../calls/wants.js';
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

/** The same queues in the compatible API. */
export const compatQueues: Subject = {
  'compat.queues.list': (ask) => page(ask, allQueues(ask.state), (queue) => view(ask.state, queue)),
  'compat.queues.create': ({ state, fields }) => view(state, makeQueue(state, checked(state, fields))),
  'compat.queues.get': (ask) => view(ask.state, find(ask)),
  'compat.queues.update': (ask) => {
    const queue = find(ask);
    return view(ask.state, changeQueue(ask.state, queue, checked(ask.state, ask.fields, queue)));
  },
  'compat.queues.delete': (ask) => {
    const queue = find(ask);
    if (queue.members.length > 0)
      throw invalid({ message: 'the queue is not empty: let its callers out first', number: 22002 });
    allQueues(ask.state).delete(queue.id);
  },
  'compat.queues.list_members': (ask) => {
    const queue = find(ask);
    return page(ask, lineOf(queue), (member) => memberView(ask.state, queue, member));
  },
  'compat.queues.get_member': (ask) => {
    const { queue, member } = findMember(ask);
    return memberView(ask.state, queue, member);
  },
  'compat.queues.dequeue_member': (ask) => {
    const { state, fields } = ask;
    const { queue, member } = findMember(ask);
    wantUrl(fields.Url, 'Url');
    const told = memberView(state, queue, member);
    const call = allCalls(state).get(member.call_id);
    if (call) sendTo(state, call, { url: fields.Url }, state.clock.now().toISOString());
    return told;
  },
};

function checked(state: State, { FriendlyName, MaxSize }: Ask['fields'], self?: Queue) {
  const name = FriendlyName as string;
  if (!/^\w+$/.test(name))
    throw invalid({ message: 'FriendlyName must be letters, digits and _', attribute: 'FriendlyName', number: 22001 });
  if (isTaken(state, name, self))
    throw invalid({ message: 'FriendlyName is taken by another queue', attribute: 'FriendlyName', number: 22003 });
  return { name, max_size: MaxSize as number | undefined };
}

function find({ state, words }: Ask): Queue {
  const queue = allQueues(state).get(words.queue_sid ?? words.sid ?? '');
  if (!queue) throw notFound();
  return queue;
}

/** `Front` addresses the next member. */
function findMember(ask: Ask): { queue: Queue; member: Member } {
  const queue = find(ask);
  const { call_sid } = ask.words;
  const member = call_sid === 'Front' ? queue.members[0] : queue.members.find(({ call_id }) => call_id === call_sid);
  if (!member) throw notFound();
  return { queue, member };
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
  ...placeOf(state, queue, member),
});
