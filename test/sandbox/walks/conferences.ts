import { missing, refused, type Walk } from './walk.js';

export const conferences: Walk = async ({ compat, logs }) => {
  const rooms = compat.conferences;
  const [room] = (await rooms.list({ FriendlyName: 'Weekly', Status: 'in-progress' })).conferences;
  const sid = room?.sid as string;
  await rooms.get(sid);
  await logs.conferences.list();

  const [first, second] = (await rooms.list_participants(sid, { Muted: false })).participants;
  const call = first?.call_sid as string;
  await rooms.get_participant(sid, call);
  await rooms.update_participant(sid, call, { Hold: true, HoldUrl: 'https://example.com/music.xml' });
  await rooms.update_participant(sid, call, { Coaching: true, CallSidToCoach: second?.call_sid as string });
  await refused(rooms.update_participant(sid, call, { Coaching: true }), 422);
  await refused(rooms.update_participant(sid, call, { Coaching: true, CallSidToCoach: call }), 422);
  await rooms.remove_participant(sid, call);
  await missing(rooms.get_participant(sid, call));

  const [tape] = (await rooms.list_recordings(sid)).recordings;
  const recording = tape?.sid as string;
  await rooms.get_recording(sid, recording);
  await rooms.update_recording(sid, recording, { Status: 'paused' });
  await refused(rooms.update_recording(sid, recording, { Status: 'paused' }), 422);
  await refused(rooms.delete_recording(sid, recording), 422);
  await rooms.update_recording(sid, recording, { Status: 'in-progress' });
  await rooms.update_recording(sid, recording, { Status: 'stopped' });
  await rooms.delete_recording(sid, recording);
  await missing(rooms.get_recording(sid, recording));

  const stream = await rooms.start_stream(sid, { Url: 'wss://example.com/audio' });
  await refused(rooms.start_stream(sid, { Url: 'ftp://example.com' }), 422);
  await rooms.stop_stream(sid, stream.sid, { Status: 'stopped' });
  await missing(rooms.stop_stream(sid, stream.sid, { Status: 'stopped' }));

  await rooms.update(sid, { AnnounceUrl: 'https://example.com/goodbye.xml' });
  await rooms.update(sid, { Status: 'completed' });
  await refused(rooms.update(sid, { Status: 'completed' }), 422);
  await missing(rooms.get('nothing'));
};
