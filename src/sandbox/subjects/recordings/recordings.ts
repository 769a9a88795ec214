import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/moments.js';
import { allRecordings, bytesOf, deleteRecording, fileOf, priceOf, type Recording, recordedMs } from './recording.js';

/** Recordings of calls and conferences in the native API. */
export const recordings: Subject = {
  'recordings.list': (ask) => page(ask, allRecordings(ask.state), (recording) => view(ask.state, recording)),
  'recordings.get': (ask) => view(ask.state, find(ask)),
  'recordings.delete': (ask) => deleteRecording(ask.state, find(ask)),
};

function find({ state, words }: Ask): Recording {
  const recording = allRecordings(state).get(words.recording_id ?? '');
  if (!recording) throw notFound();
  return recording;
}

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
