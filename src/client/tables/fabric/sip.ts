import { list, nullable, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { CallAddress, family, resource } from './resource.js';

const Method = ['GET', 'POST'] as const;
const Cipher = ['AEAD_AES_256_GCM_8', 'AES_256_CM_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_80', 'AES_256_CM_HMAC_SHA1_32', 'AES_CM_128_HMAC_SHA1_32'] as const;
const Codec = ['PCMU', 'PCMA', 'G722', 'G729', 'OPUS', 'OPUS@48000H@20I', 'OPUS@24000H@20I', 'OPUS@16000H@20I', 'OPUS@8000H@20I', 'VP8', 'H264'] as const;

/** The codecs and the encryption that a SIP call can use. */
export const media = {
  ciphers: list(oneOf(Cipher)),
  codecs: list(oneOf(Codec)),
  encryption: oneOf(['required', 'optional', 'default']),
};

/** The fields of a response that describe the handling of incoming calls. */
export const handling = nullable({
  calling_handler_resource_id: str('The resource that answers.'),
  call_request_url: str(), call_request_method: oneOf(Method), call_fallback_url: str(), call_fallback_method: oneOf(Method),
  call_status_callback_url: str(), call_status_callback_method: oneOf(Method), call_laml_application_id: str(),
  call_relay_topic: str(), call_relay_topic_status_callback_url: str(), call_relay_context: str('Deprecated.'), call_relay_context_status_callback_url: str('Deprecated.'),
  call_relay_script_url: str(), call_video_room_id: str(),
});

const endpoint = {
  username: str(), caller_id: str(), send_as: str(), ...media,
  call_handler: oneOf(['default', 'passthrough', 'block-pstn', 'resource'], 'How outgoing calls are handled.'),
  calling_handler_resource_id: orNull(str('The resource that handles outgoing calls (`resource`).')),
};
/** The response of the routes of SIP endpoints: a flat object with the settings of the older API. */
export const SipEndpoint = shape('SipEndpoint', {
  type: str(), id: str(), username: str(), caller_id: orNull(str()), send_as: str(), ciphers: list(str()), codecs: list(str()), encryption: media.encryption,
  call_handler: orNull(oneOf(['relay_context', 'relay_topic', 'relay_application', 'relay_connector', 'relay_script', 'laml_webhooks', 'laml_application', 'dialogflow', 'video_room', 'call_flow', 'ai_agent'])),
  ...handling, call_dialogflow_agent_id: orNull(str()), call_relay_application: orNull(str()),
});
/** The format in lists of all resources. */
export const SipEndpointResource = resource('SipEndpointResource', 'sip_endpoint', shape('SipEndpointSettings', { id: str(), ...endpoint }));

const endpoints = family('sip_endpoints', 'SIP endpoint', {
  update: 'PUT', needs: endpoint, takes: { id: str('The server creates one.') }, gives: SipEndpoint, addresses: CallAddress,
});
export const sip_endpoints = { ...endpoints, update: op('PUT /api/fabric/resources/sip_endpoints/{resource_id:SIP endpoint}', 'Update a SIP endpoint.', { takes: endpoint, demands: ['calling_handler_resource_id'], gives: SipEndpoint }) };

const gateway = { name: str(), uri: str('The SIP URI that receives the calls.'), ...media };
export const SipGatewayResource = resource('SipGatewayResource', 'sip_gateway', shape('SipGateway', { id: str(), ...gateway }));

export const sip_gateways = family('sip_gateways', 'SIP gateway', {
  update: 'PATCH', created: 201, needs: gateway, takes: {}, gives: SipGatewayResource, addresses: CallAddress,
});

const FreeswitchConnector = shape('FreeswitchConnector', { id: str() }, { name: str(), caller_id: orNull(str()), send_as: orNull(str()) });
export const FreeswitchConnectorResource = resource('FreeswitchConnectorResource', 'freeswitch_connector', FreeswitchConnector);

const connectors = family('freeswitch_connectors', 'FreeSWITCH connector', {
  update: 'PUT', needs: { name: str(), token: str() }, takes: {}, gives: FreeswitchConnectorResource, addresses: CallAddress,
});
export const freeswitch_connectors = {
  ...connectors,
  update: op('PUT /api/fabric/resources/freeswitch_connectors/{resource_id:FreeSWITCH connector}', 'Update a FreeSWITCH connector.', { takes: { name: str(), caller_id: str(), send_as: str() }, gives: FreeswitchConnectorResource }),
};
