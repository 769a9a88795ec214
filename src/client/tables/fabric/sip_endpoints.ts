import { list, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { CallAddress } from './addresses.js';
import { family, resource } from './resource.js';
import { handling, media } from './sip.js';

const settings = {
  username: str(), caller_id: str(), send_as: str(), ...media,
  call_handler: oneOf(['default', 'passthrough', 'block-pstn', 'resource'], 'What happens to the calls it makes.'),
  calling_handler_resource_id: orNull(str('The resource that handles them (`resource`).')),
};
/** The response of the routes of SIP endpoints: a flat object with the settings of the older API. */
export const SipEndpoint = shape('SipEndpoint', {
  type: str(), id: str(), username: str(), caller_id: orNull(str()), send_as: str(), ciphers: list(str()), codecs: list(str()), encryption: media.encryption,
  call_handler: orNull(oneOf(['relay_context', 'relay_topic', 'relay_application', 'relay_connector', 'relay_script', 'laml_webhooks', 'laml_application', 'dialogflow', 'video_room', 'call_flow', 'ai_agent'])),
  ...handling, call_dialogflow_agent_id: orNull(str()), call_relay_application: orNull(str()),
});
/** The format in lists of all resources. */
export const SipEndpointResource = resource('SipEndpointResource', 'sip_endpoint', shape('SipEndpointSettings', { id: str(), ...settings }));

const common = family('sip_endpoints', 'SIP endpoint', {
  update: 'PUT', needs: settings, takes: { id: str('The server makes one.') }, gives: SipEndpoint, addresses: CallAddress,
});
export const sip_endpoints = { ...common, update: op('PUT /api/fabric/resources/sip_endpoints/{resource_id}', 'Change a SIP endpoint.', { takes: settings, gives: SipEndpoint }) };
