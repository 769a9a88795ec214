import { missing, refused, type Walk } from './walk.js';

export const recordings: Walk = async ({ recordings: tapes, compat, calling }) => {
  const { id } = await calling.dial({ from: '+12065550100', to: '+13125550100', url: 'https://example.com/a.json' });
  await calling.record(id, { control_id: 'r', record: { audio: {} } });
  const [going] = (await tapes.list()).data;
  await refused(tapes.delete(going?.id as string), 422);
  await calling.end(id);
  await tapes.get(going?.id as string);
  await compat.recordings.get(going?.id as string);
  await compat.recordings.list({ CallSid: id });
  await tapes.delete(going?.id as string);
  await missing(compat.recordings.get(going?.id as string));

  const { recordings: kept } = await compat.recordings.list({ 'DateCreated<': '2025-06-03' });
  const old = kept.find(({ status }) => status === 'completed');
  await compat.recordings.delete(old?.sid as string);
  await missing(tapes.get(old?.sid as string));

  const [text] = (await compat.transcriptions.list()).transcriptions;
  await compat.transcriptions.get(text?.sid as string);
  await compat.transcriptions.delete(text?.sid as string);
  await missing(compat.transcriptions.get(text?.sid as string));
};
