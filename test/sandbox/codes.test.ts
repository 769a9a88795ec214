import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { missing, refused } from './walks/walk.js';

const TO = '+13035550111';

describe('a verification code', () => {
  it.each(['sms', 'call'] as const)('is sent by %s and works once', async (channel) => {
    const sandbox = createSandbox();
    const { mfa } = sandbox.client();
    const asked = await mfa[channel]({ to: TO, message: 'Door code:' });
    expect(asked).toEqual({ id: asked.id, success: true, to: TO, channel });
    const { code = '', ...delivery } = sandbox.inbox.at(-1) ?? {};
    expect(code).toMatch(/^\d{6}$/);
    expect(delivery).toMatchObject({ to: TO, channel, text: `Door code: ${code}` });
    expect(await mfa.verify(asked.id, { token: code })).toEqual({ success: true });
    await missing(mfa.verify(asked.id, { token: code }));
  });

  it('has the requested length and letters', async () => {
    const sandbox = createSandbox();
    await sandbox.client().mfa.sms({ to: TO, token_length: 20, allow_alphas: true });
    expect(sandbox.inbox.at(-1)?.code).toMatch(/^(?=.*[A-Z])[A-Z0-9]{20}$/);
  });

  it('is deleted after the maximum number of wrong attempts', async () => {
    const { mfa } = createSandbox().client();
    const { id } = await mfa.sms({ to: TO, max_attempts: 2 });
    expect(await mfa.verify(id, { token: 'x' })).toEqual({ success: false });
    expect(await mfa.verify(id, { token: 'x' })).toEqual({ success: false });
    await missing(mfa.verify(id, { token: 'x' }));
  });

  it('expires by the clock of the sandbox', async () => {
    const sandbox = createSandbox();
    const { mfa } = sandbox.client();
    const { id } = await mfa.sms({ to: TO, valid_for: 60 });
    sandbox.clock.advance(60);
    await missing(mfa.verify(id, { token: sandbox.inbox.at(-1)?.code ?? '' }));
  });

  it.each([
    ['no number', { to: 'kiwi' }, 'E.164'],
    ['a sender of another project', { to: TO, from: '+19995550100' }, 'must belong to the project'],
    ['a code that is too short', { to: TO, token_length: 3 }, '4–20'],
    ['a text too long for one segment', { to: TO, message: 'x'.repeat(154) }, 'one segment'],
    ['a text too long for one segment of UCS-2', { to: TO, message: '✓'.repeat(64) }, 'one segment'],
  ])('is refused with %s', async (_, request, says) => {
    const { mfa } = createSandbox().client().with({ check: false });
    expect((await refused(mfa.sms(request), 422)).message).toContain(says);
  });
});

describe('a verified caller', () => {
  it('gets a call with a code, and is verified with that code', async () => {
    const sandbox = createSandbox({ empty: true });
    const { verified_callers } = sandbox.client();
    const made = await verified_callers.create({ number: TO });
    expect(made).toMatchObject({ number: TO, name: TO, verified: false, status: 'Awaiting Verification' });
    const [first] = sandbox.inbox;
    await verified_callers.redial_verification(made.id);
    const [, second] = sandbox.inbox;
    expect(second).toMatchObject({ to: TO, channel: 'call' });
    await refused(verified_callers.submit_verification(made.id, { verification_code: first?.code ?? '' }), 422);
    const verified = await verified_callers.submit_verification(made.id, { verification_code: second?.code ?? '' });
    expect(verified).toMatchObject({ verified: true, status: 'Verified', verified_at: expect.any(String) });
    expect((await verified_callers.list()).data).toEqual([verified]);
  });

  it('requires a new call after too many wrong codes', async () => {
    const sandbox = createSandbox({ empty: true });
    const { verified_callers } = sandbox.client();
    const { id } = await verified_callers.create({ number: TO });
    const right = sandbox.inbox.at(-1)?.code ?? '';
    for (let i = 0; i < 5; i++)
      await refused(verified_callers.submit_verification(id, { verification_code: 'x' }), 422);
    const error = await refused(verified_callers.submit_verification(id, { verification_code: right }), 422);
    expect(error.message).toContain('redial_verification');
    await verified_callers.redial_verification(id);
    const code = sandbox.inbox.at(-1)?.code ?? '';
    expect(await verified_callers.submit_verification(id, { verification_code: code })).toMatchObject({
      verified: true,
    });
  });

  it('can be added again after deletion, but not twice', async () => {
    const { verified_callers } = createSandbox({ empty: true }).client();
    const { id } = await verified_callers.create({ number: TO });
    await refused(verified_callers.create({ number: TO }), 422);
    await verified_callers.delete(id);
    await verified_callers.create({ number: TO });
  });
});
