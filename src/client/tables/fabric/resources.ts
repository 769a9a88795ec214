import { bool, either, list, none, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AiAgentResource } from './ai_agents.js';
import { CxmlApplicationResource, RelayApplicationResource } from './applications.js';
import { CallFlowResource } from './call_flows.js';
import { conferenceRoom } from './conference_rooms.js';
import { AppAddress, FabricAddress, resource } from './resource.js';
import { ListedCxmlScript, SwmlScriptResource } from './scripts.js';
import { FreeswitchConnectorResource, handling, SipEndpointResource, SipGatewayResource } from './sip.js';
import { SubscriberResource } from './subscribers.js';
import { CxmlWebhookResource, SwmlWebhookResource } from './webhooks.js';

const R = '/api/fabric/resources';

const DialogflowAgent = shape('DialogflowAgent', { id: str() },
  { display_name: str(), say_enabled: bool(), say: str(), voice: str(), dialogflow_reference_id: str(), dialogflow_reference_name: str() });
export const DialogflowAgentResource = resource('DialogflowAgentResource', 'dialogflow_agent', DialogflowAgent);
const ListedConferenceRoom = conferenceRoom('ListedConferenceRoom', oneOf(['swml_script', 'video_room'], 'The public description lists `swml_script` here, probably by mistake.'));

const Resource = either([
  AiAgentResource, CallFlowResource, CxmlWebhookResource, ListedCxmlScript, CxmlApplicationResource, DialogflowAgentResource, FreeswitchConnectorResource,
  RelayApplicationResource, SipEndpointResource, SipGatewayResource, SubscriberResource, SwmlWebhookResource, SwmlScriptResource, ListedConferenceRoom,
]);

export const DomainApplication = shape('DomainApplication', {
  id: str(), type: str(), domain: str(), name: orNull(str()), identifier: str(), user: str(), ip_auth_enabled: bool(), ip_auth: list(str()),
  call_handler: orNull(oneOf(['relay_topic', 'relay_application', 'laml_webhooks', 'laml_application', 'video_room', 'relay_script', 'dialogflow', 'ai_agent', 'call_flow',
    'relay_context', 'relay_connector', 'fabric_subscriber', 'sip_gateway', 'call_queue'])),
  ...handling, encryption: oneOf(['optional', 'required', 'forbidden']), codecs: list(str()), ciphers: list(str()),
});

export const resources = {
  list:   op(`GET ${R}`, 'List the resources of all types.', { takes: {}, gives: page(Resource) }),
  get:    op(`GET ${R}/{resource_id}`, 'Fetch one resource of any type.', { gives: Resource }),
  delete: op(`DELETE ${R}/{resource_id}`, 'Delete a resource of any type.', { spends: true, gives: none }),
  list_addresses: op(`GET ${R}/{resource_id}/addresses`, 'List the addresses of the resource.', { takes: {}, gives: page(FabricAddress) }),
  assign_phone_route: op(`POST ${R}/{resource_id}/phone_routes`, 'Assign a phone number to a resource of an older type.', {
    needs: { phone_route_id: str('The id of the phone number.'), handler: oneOf(['calling', 'messaging']) },
    origin: 'stated', deprecated: 'it rejects webhooks and AI agents; use the phone_numbers.set_* helpers.', gives: AppAddress,
  }),
  assign_domain_application: op(`POST ${R}/{resource_id}/domain_applications`, 'Assign a domain application to a resource, which answers its calls.', {
    needs: { domain_application_id: str() }, gives: DomainApplication,
  }),
};
