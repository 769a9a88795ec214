import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers, OperationRequest } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, bytesOf, fileOf, mustBeFinished, priceOf, type Recording, recordedMs } from './recording.js';

export const recordings: Handlers = {
  ...crud('recordings', allRecordings, { view, beforeDelete: mustBeFinished }),
  ...crud('compat.recordings', allRecordings, {
    view: (recording, { state }) => compatRecording(state, recording),
    beforeDelete: mustBeFinished,
  }),
};

function view(recording: Recording, { state }: Pick<OperationRequest, 'state'>) {
  const { call_id, conference_id, leg, ended_at } = recording;
  return {
    ...recording,
    project_id: state.project,
    duration_in_seconds: seconds(recordedMs(state, recording)),
    price: priceOf(recording),
    price_unit: 'USD',
    url: fileOf(state, recording),
    ...(ended_at !== null && { byte_size: bytesOf(state, recording) }),
    ...(call_id !== null && leg !== null && { [`relay_${leg}_leg_id`]: call_id }),
    ...(conference_id !== null && { relay_conference_id: conference_id }),
  };
}

export function compatRecording(state: State, recording: Recording) {
  const { id, call_id, conference_id, stereo, created_at, ended_at } = recording;
  const channels = stereo ? '2' : '1';
  return {
    ...recording,
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
    subresource_uris: { transcriptions: compatPath(state, `Recordings/${id}/Transcriptions`) },
  };
}
