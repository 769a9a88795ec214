import type { Fields } from '../../../respond/handler.js';
import type { State } from '../../../state/state.js';
import { checkedUrls, notInProject } from '../../refusals.js';
import type { ResourceType } from '../families.js';

/** The type of the resource that each field names. */
const TYPES: Readonly<Record<string, ResourceType>> = {
  ApplicationSid: 'cxml_application',
  application_id: 'cxml_application',
  call_ai_agent_id: 'ai_agent',
  call_dialogflow_agent_id: 'dialogflow_agent',
  call_flow_id: 'call_flow',
  call_laml_application_id: 'cxml_application',
  call_relay_connector_id: 'freeswitch_connector',
  call_sip_endpoint_id: 'sip_endpoint',
  call_video_room_id: 'video_room',
  message_laml_application_id: 'cxml_application',
};

/** The same as for an id that no resource has. */
const ADVICE: Readonly<Record<string, string>> = {
  cxml_application: 'create the application with compat.applications.create',
};

/** Rooms of the video API handle calls, too. */
const MORE: Readonly<Record<string, string>> = { call_video_room_id: 'video_rooms' };

/** Validates changed settings of a number, a short code, a domain application or a SIP endpoint. */
export function checkedSettings(state: State, changes: Fields): Record<string, unknown> {
  refuseOtherKinds(state, changes);
  return checkedUrls(changes);
}

/** Refuses the id of another kind of resource. An id that the project does not have is not refused here. */
export function refuseOtherKinds({ collections }: State, fields: Fields): void {
  for (const [field, type] of Object.entries(TYPES)) {
    const value = fields[field];
    if (typeof value !== 'string') continue;
    const id = value.toLowerCase();
    const own = [`resources ${type}`, MORE[field]];
    const kinds = [...collections].filter(([, items]) => items.get(id) !== undefined).map(([name]) => name);
    if (kinds.length > 0 && !kinds.some((name) => own.includes(name)))
      throw notInProject(field, ADVICE[type] ?? `it is the id of another kind of resource, not of ${type}`);
  }
}
