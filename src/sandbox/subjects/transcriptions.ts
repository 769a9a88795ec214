import { compatItem, compatPath, priced } from '../respond/compat.js';
import type { Handlers } from '../respond/handler.js';
import { addItem, crud, type Item } from '../respond/resources.js';
import { collection, type State } from '../state/state.js';
import { seconds } from '../time/clock.js';
import { type Recording, recordedMs } from './recordings/recording.js';

/** Transcriptions of recordings. Documents create them; requests only list, fetch and delete them. */
export const allTranscriptions = collection<Item>('transcriptions');

export const transcriptions: Handlers = crud('compat.transcriptions', allTranscriptions, {
  view: (one, { state }) => ({ ...one, ...compatItem(state, one, `Transcriptions/${one.id}`) }),
});

export function transcribe(state: State, recording: Recording, transcription_text: string): Item {
  const spoken = recordedMs(state, recording);
  return addItem(state, allTranscriptions, {
    recording_sid: recording.id,
    duration: seconds(spoken),
    price: String(priced(spoken, 0.02)),
    price_unit: 'USD',
    status: 'completed',
    transcription_text,
    type: 'fast',
  });
}

/** The URL of a transcription in the compatible API. */
export const transcriptionUrl = (state: State, id: string): string =>
  `${state.network.origin ?? 'https://sandbox.invalid'}${compatPath(state, `Transcriptions/${id}`)}`;
