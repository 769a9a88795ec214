import { int, page, shape, str } from '../field.js';
import { crud, op } from '../row.js';

const Q = '/api/relay/rest/queues';

const Queue = shape(
  'Queue',
  { id: str(), project_id: str(), friendly_name: str('Called `name` in requests.') },
  { max_size: int(), current_size: int(), average_wait_time: int('In seconds.'), uri: str(), date_created: str(), date_updated: str() },
);
const QueueMember = shape(
  'QueueMember',
  { call_id: str(), project_id: str(), queue_id: str(), position: int(), uri: str() },
  { wait_time: int('In seconds.'), date_enqueued: str() },
);

export const queues = {
  ...crud(Q, 'queue_id', 'queue', { update: 'PUT', created: 201, needs: {}, takes: { name: str(), max_size: int(undefined, { min: 1 }) }, gives: Queue }),
  list_members: op(`GET ${Q}/{queue_id}/members`, 'List waiting callers.', { takes: {}, gives: page(QueueMember) }),
  get_next_member: op(`GET ${Q}/{queue_id}/members/next`, 'Fetch the next waiting caller, who stays in the queue.', { gives: QueueMember }),
  get_member: op(`GET ${Q}/{queue_id}/members/{member_id}`, 'Fetch one waiting caller.', { gives: QueueMember }),
};
