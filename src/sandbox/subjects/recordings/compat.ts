import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, deleteRecording, priceOf, type Recording, recordedMs } from './recording.js';

/** Recordings in the compatible API. */
export const compatRecordings: Handlers = {
  'compat.recordings.list': (request) =>
    page(request, allRecordings(request.state), (one) => compatRecording(request.state, one)),
  'compat.recordings.get': ({ state, params }) => compatRecording(state, find(state, params.sid)),
  'compat.recordings.delete': ({ state, params }) => deleteRecording(state, find(state, params.sid)),
};

const find = (state: State, id: string): Recording => found(allRecordings(state).get(id));

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
