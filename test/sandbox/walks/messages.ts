import { missing, refused, type Walk } from './walk.js';

export const messages: Walk = async ({ beyond, compat, logs }, { clock }) => {
  const sent = await compat.messages.create({
    From: '+12065550100',
    To: '+13035550111',
    Body: 'Look',
    MediaUrl: ['https://example.com/a.png', 'https://example.com/b.pdf'],
  });
  await refused(compat.messages.delete(sent.sid), 422);
  await refused(compat.messages.create({ From: '+19995550100', To: '+13035550111', Body: 'x' }), 422);
  clock.advance(10);
  await compat.messages.get(sent.sid);
  await compat.messages.list({ From: '+12065550100' });
  const { media_list } = await compat.messages.list_media(sent.sid);
  const file = media_list[0]?.sid as string;
  await compat.messages.get_media(sent.sid, file);
  await compat.messages.delete_media(sent.sid, file);
  await missing(compat.messages.get_media(sent.sid, file));
  await compat.messages.update(sent.sid, { Body: '' });
  await logs.messages.list({ created_on: '2025-06-02' });
  await logs.messages.get(sent.sid);
  await compat.messages.delete(sent.sid);
  await missing(compat.messages.get(sent.sid));
  await missing(logs.messages.get(sent.sid));

  const native = await beyond.messages.create({
    from: '+12065550100',
    to: '+12065550101',
    body: 'From one to the other',
  });
  await refused(beyond.messages.create({ from: '+19995550100', to: '+13035550111', body: 'x' }), 422);
  clock.advance(10);
  await beyond.messages.update(native.id, { body: '' });
  await missing(beyond.messages.update('unknown', { body: '' }));
};
