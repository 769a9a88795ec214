import { missing, refused, type Walk } from './walk.js';

export const mfa: Walk = async ({ mfa: codes }, sandbox) => {
  const to = '+13035550111';
  const { id } = await codes.sms({ to, from: '+12065550100' });
  await codes.verify(id, { token: 'wrong' });
  await codes.verify(id, { token: sandbox.inbox.at(-1)?.code as string });
  await missing(codes.verify(id, { token: 'again' }));
  await codes.call({ to, message: 'Say this:', allow_alphas: true, token_length: 8 });
  await refused(codes.call({ to: 'kiwi' }), 422);
};
