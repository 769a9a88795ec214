import type { Handlers } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, bytesOf, fileOf, recordedMs } from '../recordings/recording.js';
import { allConferences, type Conference } from './conference.js';

/** The conference log. */
export const conferenceLog: Handlers = {
  'logs.conferences.list': (request) => page(request, allConferences(request.state), (one) => view(request.state, one)),
};

function view(state: State, conference: Conference): unknown {
  const { id, created_at, updated_at, region, name, status, max_size, participants, type, recording_id } = conference;
  const entry = {
    id,
    created_at,
    updated_at,
    project_id: state.project,
    region,
    name,
    status,
    max_size,
    current_participants: participants.length,
    type,
  };
  if (type === 'cxml_conference') return entry;
  const recording = recording_id === null ? undefined : allRecordings(state).get(recording_id);
  return {
    ...entry,
    recording_url: recording ? fileOf(recording) : null,
    recording_duration: recording ? seconds(recordedMs(state, recording)) : null,
    recording_file_size: recording ? bytesOf(state, recording) : null,
  };
}
