import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { refused } from './walks/walk.js';

const started = () => {
  const sandbox = createSandbox();
  const { fabric } = sandbox.client();
  return { sandbox, fabric, tokens: fabric.tokens, now: () => Math.floor(sandbox.clock.now().getTime() / 1000) };
};
const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

describe('tokens', () => {
  it('of a subscriber last two hours and create an unknown subscriber', async () => {
    const { fabric, tokens, now } = started();
    const made = await tokens.create_subscriber_token({ reference: 'new@example.com', first_name: 'Grace' });
    expect(await fabric.subscribers.get(made.subscriber_id)).toMatchObject({
      display_name: 'Grace',
      subscriber: { email: 'new@example.com' },
    });
    expect(claimsIn(made.token)).toMatchObject({ iss: 'sandbox', sub: made.subscriber_id, exp: now() - 1 + 7200 });
    expect(claimsIn(made.refresh_token).exp - claimsIn(made.token).exp).toBe(300);
    const again = await tokens.create_subscriber_token({ reference: 'new@example.com' });
    expect(again.subscriber_id).toBe(made.subscriber_id);
  });

  it('with the refresh scope last one minute without a fingerprint', async () => {
    const { tokens, now } = started();
    const made = await tokens.create_subscriber_token({ reference: 'new@example.com', scope: 'sat:refresh' });
    expect(claimsIn(made.token)).toMatchObject({ scope: 'sat:refresh', exp: now() + 60 });
  });

  it('are renewed until the refresh token expires', async () => {
    const { sandbox, tokens, now } = started();
    const { refresh_token } = await tokens.create_subscriber_token({ reference: 'ada@example.com' });
    sandbox.clock.advance(7200);
    const renewed = await tokens.refresh_subscriber_token({ refresh_token });
    expect(claimsIn(renewed.token)).toMatchObject({ kind: 'subscriber', exp: now() + 7200 });
    sandbox.clock.advance(300);
    expect(await refused(tokens.refresh_subscriber_token({ refresh_token }), 422)).toMatchObject({
      code: 'token_expired',
    });
    await tokens.refresh_subscriber_token({ refresh_token: renewed.refresh_token });
  });

  it('are not renewed with another token, a changed token, or the token of a deleted subscriber', async () => {
    const { fabric, tokens } = started();
    const made = await tokens.create_subscriber_token({ reference: 'new@example.com' });
    const renew = (refresh_token: string) => refused(tokens.refresh_subscriber_token({ refresh_token }), 422);
    expect(await renew(made.token)).toMatchObject({ code: 'not_a_refresh_token' });
    const [head, , end] = made.refresh_token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claimsIn(made.refresh_token), exp: 9e9 })).toString('base64url');
    expect(await renew(`${head}.${changed}.${end}`)).toMatchObject({ code: 'invalid_parameter_value' });
    for (const nonsense of ['', '.', 'a.b.c', '..']) await renew(nonsense);
    await fabric.subscribers.delete(made.subscriber_id);
    expect(await renew(made.refresh_token)).toMatchObject({ message: expect.stringContaining('deleted') });
  });

  it('of guests and invitations require addresses of the project', async () => {
    const { sandbox, fabric, tokens, now } = started();
    const { fabric: unchecked } = sandbox.client().with({ check: false });
    const [address] = (await fabric.addresses.list()).data;
    const id = address?.id as string;
    const invitation = await tokens.create_invite_token({ address_id: id, expires_at: now() + 60 });
    expect(claimsIn(invitation.token)).toMatchObject({ kind: 'invite', address_id: id, exp: now() - 1 + 60 });
    const guest = await tokens.create_guest_token({ allowed_addresses: [id] });
    expect(claimsIn(guest.token)).toMatchObject({ kind: 'guest', allowed_addresses: [id] });
    const renewed = await tokens.refresh_subscriber_token({ refresh_token: guest.refresh_token });
    expect(claimsIn(renewed.token)).toMatchObject({ kind: 'guest', allowed_addresses: [id] });
    const unknown = '00000000-0000-4000-8000-000000000000';
    const strange = [
      tokens.create_guest_token({ allowed_addresses: [id, unknown] }),
      tokens.create_invite_token({ address_id: unknown }),
    ];
    for (const call of strange) expect(await refused(call, 422)).toMatchObject({ code: 'must_belong_to_project' });
    for (const allowed_addresses of [[], Array(11).fill(id)])
      await refused(unchecked.tokens.create_guest_token({ allowed_addresses }), 422);
    await refused(tokens.create_guest_token({ allowed_addresses: [id], expire_at: now() - 5 }), 422);
  });

  it('are the same for the same seed and the same requests', async () => {
    const token = () => started().tokens.create_subscriber_token({ reference: 'new@example.com' });
    expect(await token()).toEqual(await token());
  });
});
