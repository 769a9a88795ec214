import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, bytesOf, deleteRecording, fileOf, priceOf, type Recording, recordedMs } from './recording.js';

/** Recordings of calls and conferences in the native API. */
export const recordings: Handlers = {
  'recordings.list': (request) =>
    page(request, allRecordings(request.state), (recording) => view(request.state, recording)),
  'recordings.get': (request) => view(request.state, find(request)),
  'recordings.delete': (request) => deleteRecording(request.state, find(request)),
};

const find = ({ state, params }: RequestWith<'recording_id'>): Recording =>
  found(allRecordings(state).get(params.recording_id));

function view(state: State, recording: Recording) {
  const { id, call_id, conference_id, leg, created_at, updated_at, status, stereo, track, ended_at } = recording;
  return {
    id,
    project_id: state.project,
    created_at,
    updated_at,
    duration_in_seconds: seconds(recordedMs(state, recording)),
    price: priceOf(recording),
    price_unit: 'USD',
    status,
    url: fileOf(recording),
    stereo,
    track,
    ...(ended_at !== null && { byte_size: bytesOf(state, recording) }),
    ...(call_id !== null && leg !== null && { [`relay_${leg}_leg_id`]: call_id }),
    ...(conference_id !== null && { relay_conference_id: conference_id }),
  };
}
