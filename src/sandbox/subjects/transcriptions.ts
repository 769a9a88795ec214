import { compatItem } from '../respond/compat.js';
import type { Subject } from '../respond/subject.js';
import { addThing, crud, type Thing } from '../state/resources.js';
import { kind, type State } from '../state/state.js';
import { seconds } from '../time/moments.js';
import { priced } from './calls/charges.js';
import { type Recording, recordedMs } from './recordings/recording.js';

/** Transcriptions of recordings. Documents create them; requests only list, fetch and delete them. */
const allTranscriptions = kind<Thing>('transcriptions');

export const transcriptions: Subject = crud('compat.transcriptions', allTranscriptions, {
  view: (one, { state }) => ({ ...one, ...compatItem(state, one, `Transcriptions/${one.id}`) }),
});

export function transcribe(state: State, recording: Recording, transcription_text: string): Thing {
  const spoken = recordedMs(state, recording);
  return addThing(state, allTranscriptions, {
    recording_sid: recording.id,
    duration: seconds(spoken),
    price: String(priced(spoken, 0.02)),
    price_unit: 'USD',
    status: 'completed',
    transcription_text,
    type: 'fast',
  });
}
