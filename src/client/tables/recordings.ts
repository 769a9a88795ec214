import { bool, either, int, none, num, page, shape, str } from '../field.js';
import { op } from '../row.js';

const R = '/api/relay/rest/recordings';

const audio = {
  id: str(), project_id: str(), created_at: str(), updated_at: str(), duration_in_seconds: int(), price: num(), price_unit: str(), status: str(), url: str(), stereo: bool(), track: str(),
};
const more = { error_code: str(), byte_size: int() };
const relay_conference_id = str();
const Recording = either([
  shape('PstnRecording', { ...audio, relay_pstn_leg_id: str() }, { ...more, relay_conference_id }),
  shape('SipRecording', { ...audio, relay_sip_leg_id: str() }, { ...more, relay_conference_id }),
  shape('WebRtcRecording', { ...audio, relay_webrtc_leg_id: str() }, { ...more, relay_conference_id }),
  shape('ConferenceRecording', { ...audio, relay_conference_id }, more),
]);

export const recordings = {
  list:   op(`GET ${R}`, 'List call recordings.', { takes: {}, gives: page(Recording) }),
  get:    op(`GET ${R}/{recording_id}`, 'Fetch one recording.', { gives: Recording }),
  delete: op(`DELETE ${R}/{recording_id}`, 'Delete a recording.', { spends: true, gives: none }),
};
