import { describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { refused } from './walks/walk.js';

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('API tokens', () => {
  it('give access until they are deleted, in both APIs', async () => {
    const sandbox = createSandbox();
    const { project, compat } = sandbox.client();
    const { id, token } = await project.tokens.create({ name: 'Bench', permissions: ['numbers'] });
    const other = new RestClient({ ...sandbox.credentials, token, transport: sandbox.transport });
    expect((await other.phone_numbers.list()).data).not.toHaveLength(0);
    expect(await compat.tokens.update(id, { name: 'Other' })).toEqual({
      id,
      name: 'Other',
      permissions: ['numbers'],
      token,
    });
    await compat.tokens.delete(id);
    await refused(other.phone_numbers.list(), 401);
    await refused(project.tokens.update(id, { name: 'x' }), 404);
  });

  it('give access only within their permissions', async () => {
    const sandbox = createSandbox();
    const { token, id } = await sandbox.client().project.tokens.create({ name: 'Clerk', permissions: ['numbers'] });
    const clerk = new RestClient({ ...sandbox.credentials, token, transport: sandbox.transport });
    await refused(clerk.video.rooms.list(), 403);
    await sandbox.client().project.tokens.update(id, { permissions: ['numbers', 'video'] });
    await clerk.video.rooms.list();
    await refused(clerk.chat.create_token({ ttl: 1, channels: { room: { read: true } } }), 403);
  });

  it('for chat give access to nothing else', async () => {
    const sandbox = createSandbox();
    const { token } = await sandbox.client().project.tokens.create({ name: 'Chat', permissions: ['chat'] });
    const chat = new RestClient({ ...sandbox.credentials, token, transport: sandbox.transport });
    await chat.chat.create_token({ ttl: 1, channels: { room: { read: true } } });
    const { compat, fabric, logs, registry } = chat;
    const barred = [
      chat.project.tokens.create({ name: 'More', permissions: ['management'] }),
      compat.calls.create({ From: '+12065550100', To: '+13125550100', Url: 'https://example.com/a.xml' }),
      compat.messages.list(),
      compat.faxes.list(),
      compat.phone_numbers.list(),
      compat.accounts.list(),
      compat.applications.list(),
      compat.laml_bins.list(),
      chat.queues.list(),
      chat.phone_numbers.list(),
      chat.recordings.list(),
      fabric.resources.list(),
      logs.voice.list(),
      logs.conferences.list(),
      registry.brands.list(),
      chat.mfa.verify('x', { token: '1' }),
    ];
    for (const call of barred) await refused(call, 403);
  });

  it.each(['', 'PTwrong', 'a:b'])('refuse access for %j', async (token) => {
    const sandbox = createSandbox();
    const authorization = `Basic ${Buffer.from(`${sandbox.credentials.project}:${token}`).toString('base64')}`;
    const url = 'https://sandbox.invalid/api/relay/rest/queues';
    const { status } = await sandbox.transport.send({ method: 'GET', url, headers: { authorization } });
    expect(status).toBe(401);
  });

  it('require known permissions and an existing subproject', async () => {
    const { project, compat, beyond } = createSandbox().client().with({ check: false });
    const wish = { name: 'x', permissions: ['numbers' as const] };
    await refused(project.tokens.create({ ...wish, permissions: [] }), 422);
    const bad = await refused(compat.tokens.create({ ...wish, permissions: ['flying'] }), 422);
    expect(bad.code).toBe('invalid_auth_token_permissions');
    const lost = await refused(project.tokens.create({ ...wish, subproject_id: 'unknown' }), 422);
    expect(lost.code).toBe('invalid_subproject_id');
    const { id } = await beyond.projects.create({ name: 'Branch' });
    await project.tokens.create({ ...wish, subproject_id: id });
  });
});

describe('channel tokens', () => {
  const wish = { ttl: 60, channels: { lobby: { read: true } } };

  it('contain the permissions and the expiry', async () => {
    const { chat } = createSandbox().client();
    const { token } = await chat.create_token({ ...wish, member_id: 'ada', state: { mood: 'fine' } });
    const { iat, exp, ...claims } = claimsOf(token);
    expect(exp - iat).toBe(3600);
    expect(claims).toMatchObject({ ...wish, member_id: 'ada', state: { mood: 'fine' } });
  });

  it('are the same for the same seed and differ from each other', async () => {
    const make = async () => {
      const { pubsub } = createSandbox({ seed: 3 }).client();
      return [(await pubsub.create_token(wish)).token, (await pubsub.create_token(wish)).token];
    };
    const [first, second] = await make();
    expect(await make()).toEqual([first, second]);
    expect(first).not.toBe(second);
  });

  it.each([
    [{ ...wish, ttl: 0 }],
    [{ ...wish, ttl: 43201 }],
    [{ ...wish, channels: {} }],
    [{ ...wish, channels: { sw_own: { read: true } } }],
    [{ ...wish, channels: { ['x'.repeat(251)]: { read: true } } }],
    [{ ...wish, channels: { lobby: {} } }],
    [{ ...wish, channels: { lobby: null } }],
    [{ ...wish, channels: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`c${i}`, { read: true }])) }],
    [{ ...wish, state: { long: 'x'.repeat(2000) } }],
  ])('are refused for %j', async (request) => {
    await refused(createSandbox().client().with({ check: false }).pubsub.create_token(request), 422);
  });
});

describe('projects', () => {
  it('are the same in both APIs, newest first and the main project last', async () => {
    const sandbox = createSandbox({ empty: true });
    const { beyond, compat } = sandbox.client();
    const { signing_key, ...made } = await beyond.projects.create({ name: 'Branch', force_https_requests: true });
    expect(made).toMatchObject({ subproject: true, parent_project_id: sandbox.credentials.project });
    expect((await compat.accounts.list()).accounts.map(({ friendly_name }) => friendly_name)).toEqual([
      'Branch',
      'Sandbox',
    ]);
    await compat.accounts.update(made.id, { FriendlyName: 'Renamed' });
    const renamed = await beyond.projects.get(made.id);
    expect(renamed).toMatchObject({ name: 'Renamed', force_https_requests: true, protect_recordings: false });
    expect(renamed).not.toHaveProperty('signing_key');
    const rotated = await beyond.projects.rotate_signing_key(made.id);
    expect(rotated.signing_key).not.toBe(signing_key);
    const [own] = (await beyond.projects.list({ name: 'Sandbox' })).data;
    expect(await compat.accounts.get(own?.id as string)).toMatchObject({
      sid: sandbox.credentials.project,
      auth_token: sandbox.credentials.token,
      subproject: false,
    });
  });
});
