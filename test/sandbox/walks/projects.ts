import { missing, refused, type Walk } from './walk.js';

export const projects: Walk = async ({ beyond: { projects: all }, compat: { accounts } }, { credentials }) => {
  const made = await all.create({ name: 'Branch', protect_recordings: true });
  await all.get(made.id);
  await all.update(made.id, { name: 'The branch' });
  await all.rotate_signing_key(made.id);
  await all.list({ name: 'The branch' });
  await accounts.list({ FriendlyName: 'The branch' });
  await accounts.get(made.id);
  await accounts.update(made.id, { FriendlyName: 'Branch' });
  await accounts.create({ FriendlyName: 'Other' });
  await refused(accounts.create({ FriendlyName: '' }), 422);
  await refused(all.delete(credentials.project), 422);
  await all.delete(made.id);
  await missing(all.get(made.id));
  await missing(accounts.get(made.id));
};
