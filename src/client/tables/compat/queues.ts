import { compatPage, int, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { A, form, item, Post, paging, resource, versioned } from './resource.js';

const Q = `${A}/Queues` as const;
const MEMBERS = `${Q}/{queue_sid}/Members` as const;

const Queue = shape('CompatQueue', { ...versioned, friendly_name: str(), max_size: orNull(int()), current_size: int(), average_wait_time: int('In seconds.') });
const Member = shape('CompatQueueMember', {
  call_sid: str(), account_sid: item.account_sid, queue_sid: str(), date_enqueued: str('As in RFC 2822.'), position: int(), wait_time: int('In seconds.'),
  member_type: str(), uri: str(),
});

export const queues = {
  ...resource(Q, 'queues', 'queue', {
    filters: {},
    needs: { FriendlyName: str('Letters, digits and `_`. Unique among the active queues.', { min: 1 }) },
    takes: { MaxSize: int(undefined, { min: 1 }) },
    gives: Queue,
  }),
  // `Front` in place of a call SID selects the next caller.
  list_members:   op(`GET ${MEMBERS}`, 'List waiting callers.', { takes: paging, gives: compatPage(Member, 'queue_members') }),
  get_member:     op(`GET ${MEMBERS}/{call_sid}`, 'Fetch one waiting caller. `Front` is the next one.', { gives: Member }),
  dequeue_member: form(`POST ${MEMBERS}/{call_sid}`, 'Connect a waiting caller to a document. `Front` is the next one.', {
    needs: { Url: str('The URL of the document.') }, takes: { Method: Post }, gives: Member,
  }),
};
