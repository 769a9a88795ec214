import { missing, refused, type Walk } from './walk.js';

export const queues: Walk = async ({ queues: lines, compat, calling }) => {
  const made = await lines.create({ name: 'orders', max_size: 3 });
  await lines.list({ page_size: 2 });
  await lines.get(made.id);
  await lines.update(made.id, { max_size: 2 });
  await missing(lines.get_next_member(made.id));

  const { id } = await calling.dial({ from: '+12065550100', to: 'queue:orders', url: 'https://example.com/a.json' });
  await lines.list_members(made.id);
  await lines.get_next_member(made.id);
  await lines.get_member(made.id, id);
  await missing(lines.get_member(made.id, 'unknown'));
  await refused(lines.delete(made.id), 400);

  await compat.queues.list();
  await compat.queues.get(made.id);
  await compat.queues.list_members(made.id);
  await compat.queues.get_member(made.id, 'Front');
  await refused(compat.queues.delete(made.id), 422);
  await compat.queues.dequeue_member(made.id, 'Front', { Url: 'https://example.com/agent.xml' });
  await missing(compat.queues.get_member(made.id, id));
  await lines.delete(made.id);
  await missing(compat.queues.get(made.id));

  const other = await compat.queues.create({ FriendlyName: 'other', MaxSize: 4 });
  await refused(compat.queues.create({ FriendlyName: 'other' }), 422);
  await compat.queues.update(other.sid, { FriendlyName: 'others' });
  await compat.queues.delete(other.sid);
};
