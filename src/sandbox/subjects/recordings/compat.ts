import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/moments.js';
import { allRecordings, deleteRecording, priceOf, type Recording, recordedMs } from './recording.js';

/** Recordings in the compatible API. */
export const compatRecordings: Subject = {
  'compat.recordings.list': (ask) => page(ask, allRecordings(ask.state), (one) => compatRecording(ask.state, one)),
  'compat.recordings.get': ({ state, words }) => compatRecording(state, find(state, words.sid)),
  'compat.recordings.delete': ({ state, words }) => deleteRecording(state, find(state, words.sid)),
};

function find(state: State, id = ''): Recording {
  const recording = allRecordings(state).get(id);
  if (!recording) throw notFound();
  return recording;
}

export function compatRecording(state: State, recording: Recording) {
  const { id, call_id, conference_id, stereo, source, status, created_at, ended_at, trim } = recording;
  const channels = stereo ? 2 : 1;
  return {
    ...compatItem(state, recording, `Recordings/${id}`),
    call_sid: call_id,
    conference_sid: conference_id,
    channel: channels,
    channels,
    start_time: compatDate(created_at),
    end_time: ended_at && compatDate(ended_at),
    duration: seconds(recordedMs(state, recording)),
    price: ended_at && String(priceOf(recording)),
    price_unit: 'USD',
    status,
    source,
    subresource_uris: { transcriptions: compatPath(state, `Recordings/${id}/Transcriptions`) },
    trim,
  };
}
