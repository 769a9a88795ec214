import { anything, bool, either, int, list, nil, obj, oneOf, orNull, page, shape, str, wholeList } from '../field.js';
import { op } from '../row.js';
import { charges, paging } from './shared-fields.js';

const day = str('A date (YYYY-MM-DD) or a date and time in ISO 8601.');
/** The filters that all logs share. */
export const during = { include_deleted: bool(undefined, { default: false }), created_on: day, created_before: day, created_after: day, ...paging };

/** A log entry whose data has been deleted. */
export const DiscardedLog = shape('DiscardedLog', { id: str(), discarded_at: str(), created_at: str() });
const failure = { error_code: orNull(str()), error_message: orNull(str()) };

const MessageLog = shape('MessageLog', {
  id: str(), from: str(), to: str(), status: oneOf(['queued', 'initiated', 'delivered', 'sent', 'received', 'undelivered', 'failed']),
  direction: oneOf(['inbound', 'outbound', 'outbound-api', 'outbound-call', 'outbound-reply']), kind: oneOf(['sms', 'mms']),
  source: oneOf(['realtime_api', 'laml']), type: oneOf(['relay_message', 'laml_message']), url: orNull(str()), number_of_segments: int(), ...charges, created_at: str(), ...failure,
});
const FaxLog = shape('FaxLog', {
  id: str(), from: orNull(str()), to: orNull(str()), status: oneOf(['queued', 'initiated', 'ringing', 'in-progress', 'busy', 'failed', 'no-answer', 'canceled', 'completed']),
  direction: orNull(oneOf(['inbound', 'outbound-api', 'outbound-dial'])), source: oneOf(['laml']), type: oneOf(['laml_call']), url: str(), remote_station: orNull(str()),
  number_of_pages: orNull(int()), quality: orNull(oneOf(['fine', 'standard', 'superfine'])), ...charges, created_at: str(), ...failure,
});

const call = { id: str(), from: str(), to: str(), source: oneOf(['dialogflow', 'laml', 'realtime_api']), ...charges, created_at: str() };
const direction = oneOf(['inbound', 'outbound', 'outbound-api', 'outbound-dial']);
const status = oneOf(['queued', 'initiated', 'ringing', 'in-progress', 'busy', 'failed', 'no-answer', 'canceled', 'completed', 'ended', 'answered', 'created', 'ending', 'joined']);
const duration = orNull(int('In seconds.'));
const duration_ms = orNull(int());
const VoiceLog = either([
  shape('CallLog', {
    ...call, type: oneOf(['laml_call', 'relay_pstn_call', 'relay_sip_call', 'relay_webrtc_call']), url: orNull(str()), direction, status, duration, duration_ms,
    billing_ms: orNull(int()), parent_id: orNull(str()),
  }),
  shape('VideoRoomLegLog', { ...call, type: oneOf(['video_room_pstn_leg', 'video_room_sip_leg']), url: nil, direction, status, duration, duration_ms }),
  shape('DialogflowCallLog', { ...call, type: oneOf(['dialogflow_call']), url: nil, status, duration }),
  shape('DeviceLegLog', { ...call, type: oneOf(['fabric_subscriber_device_leg']), url: nil, direction, status: orNull(status) }),
  DiscardedLog,
]);
const VoiceLogEvent = shape('VoiceLogEvent', {
  event_at: str(), level: oneOf(['info', 'warn', 'error', 'debug']), name: str(), details: anything(), project_id: str(), log_id: str(),
});

const conference = {
  id: str(), created_at: str(), project_id: str(), region: str(), name: orNull(str()), status: orNull(str()), max_size: orNull(int()), current_participants: int(), updated_at: str(),
};
const ConferenceLog = either([
  shape('CxmlConferenceLog', { ...conference, type: oneOf(['cxml_conference']) }),
  shape('RelayConferenceLog', {
    ...conference, type: oneOf(['relay_conference']), recording_url: orNull(str()), recording_duration: orNull(int('In seconds.')), recording_file_size: orNull(int('In bytes.')),
  }),
  shape('VideoConferenceLog', {
    id: str(), created_at: str(), source: str(), type: oneOf(['video_conference_session', 'video_room_session']), url: str(), room_name: orNull(str()), status: orNull(str()),
    locked: bool(), started_at: orNull(str()), ended_at: orNull(str()), charge: str('A number as text.'), charge_details: list(obj({ description: str(), charge: str() })),
  }),
]);

export const logs = {
  messages: {
    list: op('GET /api/messaging/logs', 'List message logs.', { takes: during, gives: page(MessageLog) }),
    get:  op('GET /api/messaging/logs/{log_id}', 'Fetch one message log.', { gives: MessageLog }),
  },
  voice: {
    list: op('GET /api/voice/logs', 'List call logs.', { takes: during, gives: page(VoiceLog) }),
    get:  op('GET /api/voice/logs/{log_id}', 'Fetch one call log.', { gives: VoiceLog }),
    list_events: op('GET /api/voice/logs/{log_id}/events', 'List the events of a call.', { takes: {}, gives: wholeList(VoiceLogEvent) }),
  },
  fax: {
    list: op('GET /api/fax/logs', 'List fax logs.', { takes: during, gives: page(FaxLog) }),
    get:  op('GET /api/fax/logs/{log_id}', 'Fetch one fax log.', { gives: FaxLog }),
  },
  conferences: { list: op('GET /api/logs/conferences', 'List conference logs.', { takes: during, gives: page(ConferenceLog) }) },
};
