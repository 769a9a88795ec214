import { missing, refused, type Walk } from './walk.js';

export const tokens: Walk = async (client) => {
  const { project, compat, chat, pubsub } = client.with({ check: false });
  for (const api of [project.tokens, compat.tokens]) {
    const made = await api.create({ name: 'Bench', permissions: ['calling', 'messaging'] });
    await refused(api.create({ name: 'Bench', permissions: [] }), 422);
    await api.update(made.id, { name: 'Workbench' });
    await refused(api.update(made.id, { permissions: [] }), 422);
    await api.delete(made.id);
    await missing(api.delete(made.id));
  }
  const wish = { ttl: 60, channels: { lobby: { read: true, write: true } } };
  await chat.create_token(wish);
  await pubsub.create_token({ ...wish, member_id: 'ada', state: { mood: 'fine' } });
  await refused(chat.create_token({ ttl: 60, channels: { sw_secret: { read: true } } }), 422);
};
