import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { failure, inline, line } from './support/line.js';

describe('a recording', () => {
  it.each([
    ['skip', 10],
    ['silence', 71],
  ] as const)('that is paused with %s has the same length in both APIs', async (behavior, seconds) => {
    const { client, calling, dial, wait } = await line();
    const id = await dial();
    await calling.record(id, { control_id: 'r', record: { audio: {} } });
    wait(4);
    await calling.record_pause(id, { control_id: 'r', behavior });
    wait(60);
    await calling.record_resume(id, { control_id: 'r' });
    wait(4);
    await calling.record_stop(id, { control_id: 'r' });
    const [native] = (await client.recordings.list()).data;
    expect(native).toMatchObject({ duration_in_seconds: seconds, status: 'completed', relay_pstn_leg_id: id });
    const [same] = (await client.compat.recordings.list({ CallSid: id })).recordings;
    expect(same).toMatchObject({ sid: native?.id, duration: seconds, call_sid: id, price: String(native?.price) });
  });

  it('grows while it runs and ends at its maximum length', async () => {
    const { client, calling, dial, wait } = await line();
    const id = await dial();
    await calling.record(id, { control_id: 'r', record: { audio: { max_length: 30, stereo: true, format: 'wav' } } });
    const look = async () => (await client.recordings.list()).data[0];
    wait(9);
    expect(await look()).toMatchObject({ status: 'in-progress', duration_in_seconds: 10, price: 0, stereo: true });
    wait(600);
    expect(await look()).toMatchObject({
      status: 'completed',
      duration_in_seconds: 30,
      byte_size: 30_000 * 16 * 2,
      url: expect.stringMatching(/\.wav$/),
    });
    expect(await failure(calling.record_stop(id, { control_id: 'r' }))).toMatchObject({ status: 422 });
  });

  it('contains the type of its leg', async () => {
    const { client, calling, dial } = await line();
    await client.fabric.relay_applications.create({ name: 'desk', topic: 'desk' });
    const [{ channels } = {}] = (await client.fabric.addresses.list()).data;
    for (const to of ['sip:desk@example.com', channels?.audio as string])
      await calling.record(await dial(to), { record: { audio: {} } });
    const { data } = await client.recordings.list();
    expect(data.map((one) => Object.keys(one).find((name) => name.endsWith('_leg_id')))).toEqual([
      'relay_webrtc_leg_id',
      'relay_sip_leg_id',
    ]);
  });

  it('can be started by a document', async () => {
    const { client, calling, dial } = await line();
    const id = await dial(undefined, {
      swml: inline('answer', { record_call: { control_id: 'doc', stereo: true } }, { sleep: -1 }),
    });
    await calling.record_pause(id, { control_id: 'doc' });
    expect((await client.recordings.list()).data).toMatchObject([{ status: 'paused', stereo: true }]);
  });

  it('is deleted in both APIs after it has ended', async () => {
    const { client, calling, dial } = await line();
    const id = await dial();
    const { sid } = await client.compat.calls.start_recording(id, {});
    expect(await failure(client.recordings.delete(sid))).toMatchObject({ status: 422 });
    expect(await failure(client.compat.recordings.delete(sid))).toMatchObject({ status: 422 });
    await calling.end(id);
    await client.recordings.delete(sid);
    expect(await failure(client.recordings.get(sid))).toMatchObject({ status: 404 });
    expect(await failure(client.compat.recordings.get(sid))).toMatchObject({ status: 404 });
    const steer = client.compat.calls.update_recording(id, sid, { Status: 'stopped' });
    expect(await failure(steer)).toMatchObject({ status: 404 });
  });
});

describe('the sample history', () => {
  it('has calls with every outcome, recordings with transcriptions, an active call and a conference', async () => {
    const { logs, recordings, compat } = createSandbox().client();
    const calls = (await logs.voice.list()).data as { status: string }[];
    const ends = new Set(calls.map(({ status }) => status));
    for (const status of ['ended', 'busy', 'no-answer', 'failed', 'canceled', 'answered', 'completed'])
      expect(ends).toContain(status);
    expect((await recordings.list()).data.map(({ status }) => status)).toEqual([
      'in-progress',
      'completed',
      'completed',
    ]);
    expect((await compat.transcriptions.list()).transcriptions).toHaveLength(2);
    const { data } = await logs.conferences.list();
    expect(data).toMatchObject([
      { type: 'relay_conference', name: 'Weekly', status: 'in-progress', current_participants: 3 },
      { type: 'cxml_conference', name: 'Interview', status: 'completed', current_participants: 0 },
    ]);
  });
});
