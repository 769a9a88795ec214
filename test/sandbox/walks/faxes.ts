import { missing, refused, type Walk } from './walk.js';

export const faxes: Walk = async ({ compat, logs }, { clock }) => {
  const order = { From: '+12065550100', To: '+13035550111', MediaUrl: 'https://example.com/order.pdf' };
  const sent = await compat.faxes.create(order);
  const canceled = await compat.faxes.create(order);
  await refused(compat.faxes.create({ ...order, From: '+19995550100' }), 422);
  await compat.faxes.update(canceled.sid, { Status: 'canceled' });
  clock.advance(5);
  await refused(compat.faxes.update(sent.sid, { Status: 'canceled' }), 422);
  await refused(compat.faxes.delete(sent.sid), 409);
  await refused(compat.faxes.delete_media(sent.sid, sent.media_sid), 409);
  clock.advance(60);
  await compat.faxes.get(sent.sid);
  await compat.faxes.list({ DateCreatedAfter: '2025-06-01' });
  await compat.faxes.list_media(sent.sid);
  await compat.faxes.get_media(sent.sid, sent.media_sid);
  await compat.faxes.delete_media(sent.sid, sent.media_sid);
  await missing(compat.faxes.get_media(sent.sid, sent.media_sid));
  await logs.fax.list();
  await logs.fax.get(sent.sid);
  await compat.faxes.delete(sent.sid);
  await missing(logs.fax.get(sent.sid));
};
