/** The fields that are specific to the type of a resource. */
export type Own = Readonly<Record<string, unknown>>;

export type ResourceType =
  | 'ai_agent'
  | 'call_flow'
  | 'cxml_application'
  | 'cxml_script'
  | 'cxml_webhook'
  | 'dialogflow_agent'
  | 'freeswitch_connector'
  | 'relay_application'
  | 'sip_endpoint'
  | 'sip_gateway'
  | 'subscriber'
  | 'swml_script'
  | 'swml_webhook'
  | 'video_room';

/** How the resources of one type differ from other types. */
interface Family {
  /** The namespace of its operations. */
  readonly name: string;
  /** The key of its own fields in responses, if it is not the type. */
  readonly part?: string;
  readonly address: 'app' | 'room' | 'call' | 'subscriber';
  /** Returns the display name. */
  readonly title: (own: Own) => unknown;
  /** Defaults for the fields of a new resource. */
  readonly usual?: Own;
  /** Maps request fields to resource fields with another name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The path segment under which the platform serves its document. */
  readonly serves?: string;
}

const byName = ({ name }: Own) => name;
const byDisplayName = ({ display_name }: Own) => display_name;

export const FAMILIES: Readonly<Record<ResourceType, Family>> = {
  ai_agent: { name: 'fabric.ai_agents', address: 'app', title: byName },
  call_flow: { name: 'fabric.call_flows', address: 'app', title: ({ title }) => title },
  cxml_application: {
    name: 'fabric.cxml_applications',
    address: 'app',
    title: ({ friendly_name }) => friendly_name,
    usual: {
      voice_method: 'POST',
      voice_fallback_method: 'POST',
      status_callback_method: 'POST',
      sms_method: 'POST',
      sms_fallback_method: 'POST',
      sms_status_callback_method: 'POST',
    },
    renamed: { display_name: 'friendly_name' },
  },
  cxml_script: {
    name: 'fabric.cxml_scripts',
    address: 'app',
    title: byDisplayName,
    usual: { script_type: 'calling', contents: '', request_count: 0, status_callback_method: 'POST' },
    serves: 'laml-bins',
  },
  cxml_webhook: {
    name: 'fabric.cxml_webhooks',
    address: 'app',
    title: byName,
    usual: { used_for: 'calling' },
  },
  dialogflow_agent: {
    name: 'beyond.fabric.dialogflow_agents',
    address: 'app',
    title: byDisplayName,
    renamed: { name: 'display_name' },
  },
  freeswitch_connector: { name: 'fabric.freeswitch_connectors', address: 'call', title: byName },
  relay_application: { name: 'fabric.relay_applications', address: 'app', title: byName },
  sip_endpoint: { name: 'fabric.sip_endpoints', address: 'call', title: ({ username }) => username },
  sip_gateway: { name: 'fabric.sip_gateways', address: 'call', title: byName },
  subscriber: {
    name: 'fabric.subscribers',
    address: 'subscriber',
    title: ({ display_name, first_name, last_name, email }) =>
      display_name || [first_name, last_name].filter(Boolean).join(' ') || email,
    usual: {
      first_name: '',
      last_name: '',
      display_name: '',
      job_title: '',
      timezone: '',
      country: '',
      company_name: '',
    },
  },
  swml_script: {
    name: 'fabric.swml_scripts',
    address: 'app',
    title: byDisplayName,
    usual: { script_type: 'calling' },
    renamed: { name: 'display_name' },
    serves: 'relay-bins',
  },
  swml_webhook: {
    name: 'fabric.swml_webhooks',
    address: 'app',
    title: byName,
    usual: { used_for: 'calling' },
  },
  video_room: {
    name: 'fabric.conference_rooms',
    part: 'conference_room',
    address: 'room',
    title: ({ display_name, name }) => display_name || name,
    usual: {
      description: '',
      max_members: 300,
      fps: '20',
      layout: 'grid-responsive',
      record_on_start: false,
      tone_on_entry_and_exit: false,
      room_join_video_off: false,
      user_join_video_off: false,
      prioritize_handraise: false,
      meta: {},
    },
  },
};
