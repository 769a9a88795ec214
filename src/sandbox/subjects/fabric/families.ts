import type { Fields } from '../../respond/handler.js';

/** The fields that are specific to the type of a resource. */
export type Own = Fields;

/** The namespace with the operations of each resource type. */
export const NAMESPACES = {
  ai_agent: 'fabric.ai_agents',
  call_flow: 'fabric.call_flows',
  cxml_application: 'fabric.cxml_applications',
  cxml_script: 'fabric.cxml_scripts',
  cxml_webhook: 'fabric.cxml_webhooks',
  dialogflow_agent: 'beyond.fabric.dialogflow_agents',
  freeswitch_connector: 'fabric.freeswitch_connectors',
  relay_application: 'fabric.relay_applications',
  sip_endpoint: 'fabric.sip_endpoints',
  sip_gateway: 'fabric.sip_gateways',
  subscriber: 'fabric.subscribers',
  swml_script: 'fabric.swml_scripts',
  swml_webhook: 'fabric.swml_webhooks',
  video_room: 'fabric.conference_rooms',
} as const;

export type ResourceType = keyof typeof NAMESPACES;

export const isResourceType = (type: string): type is ResourceType => Object.hasOwn(NAMESPACES, type);

/** How the resources of one type differ from other types. */
interface Family {
  /** The key of its own fields in responses, if it is not the type. */
  readonly part?: string;
  readonly address: 'app' | 'room' | 'call' | 'subscriber';
  readonly title: (own: Own) => unknown;
  readonly defaults?: Own;
  /** Maps request fields to resource fields with another name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The path segment under which the platform serves its document. */
  readonly serves?: string;
}

const byName = ({ name }: Own) => name;
const byDisplayName = ({ display_name }: Own) => display_name;

export const FAMILIES: Readonly<Record<ResourceType, Family>> = {
  ai_agent: { address: 'app', title: byName },
  call_flow: { address: 'app', title: ({ title }) => title },
  cxml_application: {
    address: 'app',
    title: ({ friendly_name }) => friendly_name,
    defaults: {
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
    address: 'app',
    title: byDisplayName,
    defaults: { script_type: 'calling', contents: '', request_count: 0, status_callback_method: 'POST' },
    serves: 'laml-bins',
  },
  cxml_webhook: { address: 'app', title: byName, defaults: { used_for: 'calling' } },
  dialogflow_agent: { address: 'app', title: byDisplayName, renamed: { name: 'display_name' } },
  freeswitch_connector: { address: 'call', title: byName },
  relay_application: { address: 'app', title: byName },
  sip_endpoint: { address: 'call', title: ({ username }) => username },
  sip_gateway: { address: 'call', title: byName },
  subscriber: {
    address: 'subscriber',
    title: ({ display_name, first_name, last_name, email }) =>
      display_name || [first_name, last_name].filter(Boolean).join(' ') || email,
    defaults: {
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
    address: 'app',
    title: byDisplayName,
    defaults: { script_type: 'calling' },
    renamed: { name: 'display_name' },
    serves: 'relay-bins',
  },
  swml_webhook: { address: 'app', title: byName, defaults: { used_for: 'calling' } },
  video_room: {
    part: 'conference_room',
    address: 'room',
    title: ({ display_name, name }) => display_name || name,
    defaults: {
      description: '',
      max_members: 300,
      fps: 20,
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
