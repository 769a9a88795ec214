import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { failure, line } from './support/line.js';

it('refuses an update without the fields that the public description requires, and says which one is missing', async () => {
  const { fabric, number_groups } = createSandbox().client();
  const group = await number_groups.create({ name: 'Campaign' });
  expect(await failure(number_groups.update(group.id, { sticky_sender: true }))).toMatchObject({
    status: 422,
    message: expect.stringContaining('name is required'),
  });
  const room = await fabric.conference_rooms.create({ name: 'standup', enable_room_previews: false });
  const change = { description: 'Every morning', enable_room_previews: true };
  expect(await failure(fabric.conference_rooms.update(room.id, change))).toMatchObject({
    status: 422,
    errors: [{ attribute: 'sync_audio_video', code: 'missing_required_parameter' }],
  });
});

it('refuses to record without the options, and reads them only in record.audio', async () => {
  const { client, calling, dial } = await line();
  const id = await dial();
  expect(await failure(calling.record(id, { audio: { stereo: true } }))).toMatchObject({
    status: 422,
    errors: [{ attribute: 'record' }],
  });
  const empty = { record: {} } as unknown as Parameters<typeof calling.record>[1];
  const unchecked = client.with({ check: false });
  await expect(unchecked.calling.record(id, empty)).rejects.toMatchObject({
    errors: [{ attribute: 'record.audio' }],
  });
});

it('does not store the region of a subscriber', async () => {
  const { fabric } = createSandbox()
    .client()
    .with({ extra: { region: 'eu' } });
  const made = await fabric.subscribers.create({ email: 'grace@example.com' });
  expect(made.subscriber).not.toHaveProperty('region');
});
