import { missing, refused, type Walk } from './walk.js';

export const verified_callers: Walk = async ({ verified_callers: callers }, sandbox) => {
  const made = await callers.create({ number: '+13035550111', name: 'Shop', extension: '12' });
  await refused(callers.create({ number: '+13035550111' }), 422);
  await refused(callers.create({ number: 'kiwi' }), 422);
  await callers.list({ filter_number: '303' });
  await callers.get(made.id);
  await callers.update(made.id, { name: 'The shop' });
  await refused(callers.submit_verification(made.id, { verification_code: 'wrong' }), 422);
  await callers.redial_verification(made.id);
  const code = sandbox.inbox.at(-1)?.code as string;
  await callers.submit_verification(made.id, { verification_code: code });
  await refused(callers.redial_verification(made.id), 422);
  await callers.delete(made.id);
  await missing(callers.get(made.id));
};
