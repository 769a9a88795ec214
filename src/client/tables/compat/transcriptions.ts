import { compatPage, int, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { A, paging, remove, versioned, when } from './resource.js';

const T = `${A}/Transcriptions` as const;
const Transcription = shape('CompatTranscription', {
  ...versioned, recording_sid: str(), duration: int('In seconds.'), price: orNull(str()), price_unit: str(), status: str(), transcription_text: orNull(str()), type: str(),
});

export const transcriptions = {
  list:   op(`GET ${T}`, 'List transcriptions.', { takes: { ...when('DateCreated'), ...paging }, gives: compatPage(Transcription, 'transcriptions') }),
  get:    op(`GET ${T}/{sid}`, 'Fetch one transcription.', { gives: Transcription }),
  delete: remove(`DELETE ${T}/{sid}`, 'Delete one transcription.'),
};
