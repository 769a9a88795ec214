import { missing, refused, type Walk } from './walk.js';

export const calls: Walk = async ({ compat, logs, calling }) => {
  const { sid } = await compat.calls.create({
    From: '+12065550101',
    To: '+13125550100',
    Url: 'https://example.com/a.xml',
    StatusCallback: 'https://example.com/status',
  });
  await compat.calls.list({ To: '+13125550100', 'StartTime>': '2025-01-01' });
  await compat.calls.get(sid);

  const recording = await compat.calls.start_recording(sid, { RecordingChannels: 'dual' });
  await compat.calls.update_recording(sid, recording.sid, { Status: 'paused' });
  await refused(compat.calls.update_recording(sid, recording.sid, { Status: 'paused' }), 422);
  await compat.calls.update_recording(sid, recording.sid, { Status: 'in-progress' });
  await compat.calls.update_recording(sid, recording.sid, { Status: 'stopped' });
  await refused(compat.calls.update_recording(sid, recording.sid, { Status: 'stopped' }), 422);
  await missing(compat.calls.update_recording(sid, 'nothing', { Status: 'stopped' }));

  const stream = await compat.calls.start_stream(sid, { Url: 'wss://example.com/audio', Name: 'ears' });
  await refused(compat.calls.start_stream(sid, { Url: 'https://example.com/audio' }), 422);
  await compat.calls.stop_stream(sid, stream.sid, { Status: 'stopped' });
  await missing(compat.calls.stop_stream(sid, 'ears', { Status: 'stopped' }));

  await refused(compat.calls.delete(sid), 422);
  await refused(compat.calls.update(sid, { Status: 'canceled' }), 422);
  await compat.calls.update(sid, { Url: 'https://example.com/b.xml' });
  await compat.calls.update(sid, { Status: 'completed' });
  await logs.voice.list({ created_after: '2025-06-02' });
  await logs.voice.get(sid);
  await logs.voice.list_events(sid);
  await compat.calls.delete(sid);
  await missing(compat.calls.get(sid));
  await missing(calling.end(sid));
  await logs.voice.list({ include_deleted: true });
  await logs.voice.get(sid);
  await missing(logs.voice.get('nothing'));
  await refused(compat.calls.create({ From: '+12065550101', To: '+13125550100' }), 400);
  await refused(compat.calls.create({ From: '+19995550100', To: '+13125550100' }), 422);
};
