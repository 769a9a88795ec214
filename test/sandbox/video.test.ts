import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { missing, refused } from './walks/walk.js';

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a room', () => {
  it('exists from create to delete and is found by its id and its name', async () => {
    const client = createSandbox({ empty: true }).client();
    const { video, beyond } = client;
    const named = (name: string) => client.with({ extra: { name } }).video.rooms;
    const made = await video.rooms.create({ name: 'attic' });
    expect(made).toMatchObject({ name: 'attic', max_members: 20, quality: '720p', meta: null, display_name: null });
    expect((await video.rooms.list()).data).toEqual([made]);
    const changed = await named('cellar').update(made.id, { max_members: 5 });
    expect(changed).toMatchObject({ id: made.id, name: 'cellar', max_members: 5 });
    expect(await beyond.video.rooms.get_by_name('cellar')).toEqual(changed);
    await missing(beyond.video.rooms.get_by_name('attic'));
    await video.rooms.create({ name: 'attic' });
    await refused(named('attic').update(made.id), 422);
    await named('cellar').update(made.id);
    await video.rooms.delete(made.id);
    await missing(video.rooms.get(made.id));
    await video.rooms.create({ name: 'cellar' });
  });

  it('is filtered by its opening time', async () => {
    const { video } = createSandbox({ empty: true }).client();
    await video.rooms.create({ name: 'always' });
    const hours = { join_from: '2025-07-01T10:00:00Z', join_until: '2025-07-01T11:00:00Z' };
    await video.rooms.create({ name: 'morning', ...hours });
    const found = async (when: Record<string, unknown>) => (await video.rooms.list(when)).data.map(({ name }) => name);
    expect(await found({})).toEqual(['morning', 'always']);
    expect(await found({ starts_after: '2025-07-01' })).toEqual(['morning']);
    expect(await found({ starts_after: '2025-07-02' })).toEqual([]);
    expect(await found({ ends_before: '2025-07-01T12:00:00Z' })).toEqual(['morning']);
    expect((await refused(video.rooms.list({ starts_after: 'soon' }), 422)).code).toBe('datetime_required');
  });

  it.each([
    [{ name: 'two words' }],
    [{ name: 'x', join_from: 'soon' }],
    [{ name: 'x', meta: { long: 'x'.repeat(2000) } }],
    [{ name: 'x', max_members: 301 }],
    [{ name: 'lobby' }],
  ])('is refused as %j', async (wrong) => {
    await refused(createSandbox().client().with({ check: false }).video.rooms.create(wrong), 422);
  });

  it('shows its active session, which ends when the room is deleted', async () => {
    const { video } = createSandbox().client();
    const [lobby] = (await video.rooms.list({ include_active_session: true })).data;
    expect(lobby).toMatchObject({ name: 'lobby', active_session: { status: 'in-progress', room_id: lobby?.id } });
    expect(await video.rooms.get(lobby?.id as string)).not.toHaveProperty('active_session');
    const session = lobby?.active_session?.id as string;
    await video.rooms.delete(lobby?.id as string);
    expect(await video.room_sessions.get(session)).toMatchObject({ status: 'completed', duration: expect.any(Number) });
    const members = (await video.room_sessions.list_members(session)).data;
    expect(members).toMatchObject([{ name: 'Grace', leave_time: expect.any(String) }]);
    const [recording] = (await video.room_sessions.list_recordings(session)).data;
    expect(recording).toMatchObject({ status: 'completed' });
  });
});

describe('a past session', () => {
  it('is the same in its members, events, recordings and log', async () => {
    const { video, beyond } = createSandbox().client();
    const [session] = (await video.room_sessions.list({ room_name_matches: 'eam' })).data;
    const id = session?.id as string;
    expect(session).toMatchObject({ name: 'team', status: 'completed', duration: 960 });
    const people = (await video.room_sessions.list_members(id)).data;
    expect(people.map(({ name, duration }) => [name, duration])).toEqual([
      ['Charles', 900],
      ['Ada', 960],
    ]);
    const events: string[] = [];
    for await (const { name } of video.room_sessions.list_events(id, { page_size: 3 })) events.unshift(name);
    expect(events).toEqual([
      'session.started',
      'member.joined',
      'member.joined',
      'recording.started',
      'recording.ended',
      'member.left',
      'member.left',
      'session.ended',
    ]);
    const [film] = (await video.room_sessions.list_recordings(id)).data;
    expect(film).toMatchObject({ status: 'completed', duration: 900, format: 'mp4' });
    const about = (await video.room_recordings.list_events(film?.id as string)).data;
    expect(about.map(({ name }) => name)).toEqual(['recording.ended', 'recording.started']);
    expect(await beyond.video.logs.get(id)).toMatchObject({
      room_name: 'team',
      started_at: session?.start_time,
      ended_at: session?.end_time,
    });
    const { uri } = await video.room_recordings.get(film?.id as string, { media_ttl: 5 });
    expect(uri).not.toBe(film?.uri);
  });
});

describe('tokens', () => {
  it('of a room contain its permissions', async () => {
    const { video } = createSandbox().client();
    const wish = { room_name: 'team', user_name: 'Ada', permissions: ['room.recording' as const] };
    expect(claimsOf((await video.room_tokens.create(wish)).token)).toMatchObject(wish);
  });

  it('of a conference can be reset', async () => {
    const { video } = createSandbox().client();
    const { id, name } = await video.conferences.create({ display_name: 'All hands!' });
    expect(name).toMatch(/^all-hands-\d{6}$/);
    const [one, two] = (await video.conferences.list_conference_tokens(id)).data;
    expect([one?.name, two?.name]).toEqual(['moderator', 'attendee']);
    const fresh = await video.conference_tokens.reset(one?.id as string);
    expect(fresh).toMatchObject({ id: one?.id, scopes: one?.scopes });
    expect(fresh.token).not.toBe(one?.token);
    expect(await video.conference_tokens.get(one?.id as string)).toEqual(fresh);
  });
});

it('keeps the streams of a room and a conference apart, and deletes them with it', async () => {
  const { video } = createSandbox().client();
  const [room] = (await video.rooms.list()).data;
  const conference = await video.conferences.create({ display_name: 'All' });
  const one = await video.rooms.create_stream(room?.id as string, { url: 'rtmp://127.0.0.1/one' });
  const two = await video.conferences.create_stream(conference.id, { url: 'rtmp://127.0.0.1/two' });
  expect((await video.rooms.list_streams(room?.id as string)).data).toEqual([one]);
  expect((await video.conferences.list_streams(conference.id)).data).toEqual([two]);
  await video.conferences.delete(conference.id);
  await missing(video.streams.get(two.id));
  expect(await video.streams.get(one.id)).toEqual(one);
  await missing(video.rooms.create_stream('unknown', { url: 'rtmp://127.0.0.1/x' }));
});
