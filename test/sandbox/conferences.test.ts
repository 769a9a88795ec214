import { describe, expect, it } from 'vitest';
import { failure, inline, line } from './support/line.js';

const room = (more: object = {}) => ({ swml: inline({ join_conference: { name: 'Room', ...more } }) });

async function meeting(...joining: object[]) {
  const phone = await line();
  const calls: string[] = [];
  for (const [i, more] of joining.entries()) calls.push(await phone.dial(`+1312555010${i}`, room(more)));
  const { compat } = phone.client;
  const [conference] = (await compat.conferences.list()).conferences;
  const sid = conference?.sid as string;
  const statuses = async () => Promise.all(calls.map(async (id) => (await phone.compat(id)).status));
  return { ...phone, rooms: compat.conferences, calls, sid, statuses };
}

describe('a conference', () => {
  it('is created by the document of the first call, and later calls join it by name', async () => {
    const { rooms, sid, calls } = await meeting({}, { muted: true });
    expect(await rooms.get(sid)).toMatchObject({ friendly_name: 'Room', status: 'in-progress' });
    const { participants } = await rooms.list_participants(sid);
    expect(participants.map(({ call_sid, muted }) => [call_sid, muted])).toEqual([
      [calls[1], true],
      [calls[0], false],
    ]);
    expect((await rooms.list_participants(sid, { Muted: true })).participants).toHaveLength(1);
  });

  it('waits for a participant that may start it', async () => {
    const { rooms, sid, dial } = await meeting({ start_on_enter: false });
    expect(await rooms.get(sid)).toMatchObject({ status: 'init' });
    await dial('+13125550109', room());
    expect(await rooms.get(sid)).toMatchObject({ status: 'in-progress' });
  });

  it('ends with its last participant, and a new one may have its name', async () => {
    const { rooms, sid, calls, calling, dial } = await meeting({}, {});
    await calling.end(calls[0] as string);
    expect(await rooms.get(sid)).toMatchObject({ status: 'in-progress' });
    await calling.end(calls[1] as string);
    expect(await rooms.get(sid)).toMatchObject({ status: 'completed' });
    await dial('+13125550109', room());
    expect((await rooms.list({ FriendlyName: 'Room' })).conferences).toHaveLength(2);
    expect((await rooms.list({ FriendlyName: 'Room', Status: 'completed' })).conferences).toHaveLength(1);
  });

  it('ends for all when a participant with end_on_exit leaves', async () => {
    const { rooms, sid, calls, calling, statuses } = await meeting({}, { end_on_exit: true }, {});
    await calling.end(calls[1] as string);
    expect(await rooms.get(sid)).toMatchObject({ status: 'completed' });
    expect(await statuses()).toEqual(['completed', 'completed', 'completed']);
  });

  it('refuses callers above its size', async () => {
    const { statuses } = await meeting({ max_participants: 2 }, {}, {});
    expect(await statuses()).toEqual(['in-progress', 'in-progress', 'completed']);
  });

  it('is left by a call that is transferred', async () => {
    const { rooms, sid, calls, calling } = await meeting({}, {});
    await calling.update({ id: calls[0] as string, url: 'https://example.com/other.json' });
    expect(await failure(rooms.get_participant(sid, calls[0] as string))).toMatchObject({ status: 404 });
  });

  it('ends by command with all its calls, its recording and its streams', async () => {
    const { rooms, sid, client, statuses, sandbox } = await meeting({ record: 'record-from-start' }, {});
    const StatusCallback = 'https://example.com/stream';
    await rooms.start_stream(sid, { Url: 'wss://example.com/a', Name: 'ears', StatusCallback });
    expect(await failure(rooms.start_stream(sid, { Url: 'wss://b.example', Name: 'ears' }))).toMatchObject({
      status: 422,
      body: { errors: [expect.stringContaining('Name')] },
    });
    await rooms.update(sid, { Status: 'completed' });
    expect(await statuses()).toEqual(['completed', 'completed']);
    expect((await rooms.list_recordings(sid)).recordings).toMatchObject([{ status: 'completed', conference_sid: sid }]);
    expect((await client.recordings.list()).data).toMatchObject([{ relay_conference_id: sid }]);
    expect((await client.logs.conferences.list()).data).toMatchObject([
      { id: sid, type: 'relay_conference', recording_duration: expect.any(Number), status: 'completed' },
    ]);
    expect(sandbox.callbacks.map(({ event }) => event)).toEqual(['stream-started', 'stream-stopped']);
    expect(await failure(rooms.stop_stream(sid, 'ears', { Status: 'stopped' }))).toMatchObject({ status: 404 });
    expect(await failure(rooms.start_stream(sid, { Url: 'wss://example.com/a' }))).toMatchObject({ status: 422 });
  });

  it('supports coaching until the coached participant leaves', async () => {
    const { rooms, sid, calls, calling } = await meeting({}, {}, {});
    const [coach, pupil] = calls as [string, string];
    const stranger = { Coaching: true, CallSidToCoach: '00000000-0000-4000-8000-000000000000' };
    expect(await failure(rooms.update_participant(sid, coach, stranger))).toMatchObject({ status: 422 });
    await rooms.update_participant(sid, coach, { Coaching: true, CallSidToCoach: pupil });
    expect(await rooms.get_participant(sid, coach)).toMatchObject({ coaching: true, call_sid_to_coach: pupil });
    await calling.end(pupil);
    expect(await rooms.get_participant(sid, coach)).toMatchObject({ coaching: false, call_sid_to_coach: null });
  });

  it('does not show the recordings of another conference', async () => {
    const { rooms, sid, dial } = await meeting({ record: 'record-from-start' });
    await dial('+13125550109', { swml: inline({ join_conference: 'Other' }) });
    const [tape] = (await rooms.list_recordings(sid)).recordings;
    const [other] = (await rooms.list({ FriendlyName: 'Other' })).conferences;
    expect((await rooms.list_recordings(other?.sid as string)).recordings).toEqual([]);
    expect(await failure(rooms.get_recording(other?.sid as string, tape?.sid as string))).toMatchObject({
      status: 404,
    });
  });

  it('logs an announcement in the log of each call', async () => {
    const { rooms, sid, calls, names } = await meeting({}, {});
    await rooms.update_participant(sid, calls[0] as string, { AnnounceUrl: 'https://example.com/a.xml' });
    expect(await names(calls[0] as string)).toContain('calling.conference.announcement');
    expect(await names(calls[1] as string)).not.toContain('calling.conference.announcement');
  });
});
