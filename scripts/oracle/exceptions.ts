import type { Fields } from './facts.js';

/** How a disagreement between sources was settled: the specification wins, else the looser reading. */
export interface Exception {
  readonly of: string;
  /** Why it is settled like this, in one line. */
  readonly why: string;
  /** Fields that some source demands and some other does not. */
  readonly optional?: readonly string[];
  /** The client leaves these fields optional, as the specification does. The platform requires them, as the public description says. */
  readonly demanded?: readonly string[];
  /** Fields that only one source knows, or whose type the sources tell differently. */
  readonly fields?: Fields;
  /** Closed lists of values that other values are known for. */
  readonly open?: readonly string[];
  /** One source demands exactly one of the alternatives, another none. */
  readonly variantsOptional?: boolean;
  /** Fields that the client sends with this value, because the platform accepts no other. */
  readonly sets?: Readonly<Record<string, string>>;
  /** The facts have no field for it. Only the prose describes it. */
  readonly unmarked?: boolean;
}

const settled = (of: string, why: string): Exception => ({ of, why });
const optional = (of: string, fields: string[], why: string): Exception => ({ of, optional: fields, why });
const CONTROL_ID = 'one source demands control_id, another makes it optional';
const known = (fields: string) => `only one source knows ${fields}, and there it is optional already`;
/** The public description demands the fields, the specification does not. */
const demanded = (of: string, ...fields: string[]): Exception => ({
  of,
  optional: fields,
  demanded: fields,
  why: `only the public description demands ${fields.join(' and ')}`,
});

/** Every marked disagreement is here once; the writer refuses facts with one that is not. */
export const exceptions: readonly Exception[] = [
  settled('fabric.swml_scripts.create', known('script_type')),
  settled('fabric.swml_scripts.update', known('script_type')),
  settled('fabric.call_flows.create', known('flow_data and relayml')),
  demanded('fabric.call_flows.update', 'document_version', 'flow_data', 'relayml'),
  demanded('fabric.conference_rooms.update', 'enable_room_previews', 'sync_audio_video'),
  settled('fabric.subscribers.create', 'a subscriber has no region: only one client knows it'),
  demanded('fabric.subscribers.update', 'email'),
  settled('fabric.subscribers.update_sip_endpoint', 'PATCH: the stated PUT is about the subscriber itself'),
  optional('fabric.sip_endpoints.create', ['id'], 'one source demands id, which the server makes'),
  demanded('fabric.sip_endpoints.update', 'calling_handler_resource_id'),
  settled('fabric.cxml_applications.list', 'kept: the stated "read" can include a list, and the other sources have it'),
  settled('fabric.swml_webhooks.update', 'PUT is stated; the other sources say PATCH'),
  settled('fabric.cxml_webhooks.update', 'PUT is stated; the other sources say PATCH'),
  optional('fabric.ai_agents.create', ['agent_id'], 'one source demands agent_id, which the server makes'),
  settled('fabric.ai_agents.update', known('multilingual')),
  settled('fabric.resources.assign_phone_route', 'the refused targets are a rule of the server, not of the request'),
  settled('fabric.addresses.list', 'sent with the project credentials, as stated'),
  settled('fabric.addresses.get', 'sent with the project credentials, as stated'),
  settled('fabric.tokens.create_subscriber_token', known('fingerprint and scope')),
  settled('fabric.tokens.create_invite_token', 'sent with the project credentials, as stated'),
  settled('fabric.tokens.create_guest_token', known('ch and region')),
  {
    of: 'calling.dial',
    open: ['status_events'],
    fields: { swml: { type: 'string|object:SWML', required: true } },
    why: 'the sources list different events; swml is text in one and an object in another; to is optional already',
  },
  { of: 'calling.update', variantsOptional: true, why: 'a status alone is accepted by one source' },
  optional('calling.play', ['control_id'], CONTROL_ID),
  {
    of: 'calling.record',
    optional: ['control_id', 'record'],
    demanded: ['record'],
    fields: { audio: { type: 'object' } },
    why: 'the public description has the options under record.audio, a client under audio; control_id as for play',
  },
  settled('calling.record_pause', known('behavior')),
  optional('calling.collect', ['control_id'], CONTROL_ID),
  optional('calling.detect', ['control_id'], CONTROL_ID),
  optional('calling.tap', ['control_id'], CONTROL_ID),
  optional('calling.stream', ['control_id'], CONTROL_ID),
  optional('calling.transcribe', ['control_id'], CONTROL_ID),
  {
    of: 'calling.ai_hold',
    fields: { timeout: { type: 'string|integer' } },
    why: 'a numeric string in one source, an integer in the others',
  },
  { of: 'calling.ai_unhold', fields: { prompt: { type: 'string' } }, why: 'only one source knows prompt' },
  settled('calling.ai_stop', 'control_id is optional already'),
  settled('phone_numbers.update', 'the values and companions of all sources together'),
  settled('phone_numbers.set_ai_agent', 'stated'),
  settled('phone_numbers.set_call_flow', 'stated'),
  ...['calls', 'conferences'].map((of) => ({
    of: `compat.${of}.stop_stream`,
    unmarked: true,
    optional: ['Status'],
    sets: { Status: 'stopped' },
    why: 'the stated signature has only optional keywords, and one value is possible',
  })),
  ...[
    ['update_recording', 'Status'],
    ['start_stream', 'Url'],
  ].map(([of, field = '']) => ({
    of: `compat.conferences.${of}`,
    unmarked: true,
    optional: [field],
    demanded: [field],
    why: 'the stated signature has only optional keywords; the platform checks the field',
  })),
  settled('addresses.create', known('auto_correct_address and emergency_enabled')),
  settled('addresses.delete', 'the update that is not stated is an extra operation'),
  demanded('number_groups.update', 'name'),
  demanded('verified_callers.update', 'name'),
  demanded('datasphere.documents.update', 'tags'),
  demanded('video.conferences.update', 'display_name'),
  {
    of: 'registry.brands.create_campaign',
    unmarked: true,
    optional: ['brand_id'],
    why: 'the path has the brand already; the body only repeats it',
  },
];
