import { bool, list, none, obj, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AppAddress } from '../fabric/resource.js';
import { DialogflowAgentResource } from '../fabric/resources.js';
import { media } from '../fabric/sip.js';
import { paging } from '../shared-fields.js';

const AGENTS = '/api/fabric/resources/dialogflow_agents';
const AGENT = `${AGENTS}/{id:Dialogflow agent}` as const;

const dialogflow_agents = {
  list:   op(`GET ${AGENTS}`, 'List Dialogflow agents.', { gives: page(DialogflowAgentResource) }),
  get:    op(`GET ${AGENT}`, 'Fetch one Dialogflow agent.', { gives: DialogflowAgentResource }),
  update: op(`PUT ${AGENT}`, 'Update a Dialogflow agent.', { takes: { name: str(), say_enabled: bool(), say: str(), voice: str() }, gives: DialogflowAgentResource }),
  delete: op(`DELETE ${AGENT}`, 'Delete a Dialogflow agent.', { spends: true, gives: none }),
  list_addresses: op(`GET ${AGENT}/addresses`, 'List the addresses of the resource.', { gives: page(AppAddress) }),
};

const resources = {
  assign_sip_endpoint: op('POST /api/fabric/resources/{id:resource}/sip_endpoints', 'Assign a SIP endpoint to a resource, which answers its calls.', {
    needs: { sip_endpoint_id: str() },
    gives: shape('SipEndpointRoute', {
      id: str(), name: str(), type: oneOf(['call']), cover_url: orNull(str()), preview_url: orNull(str()), channels: obj({}, { audio: str(), messaging: str(), video: str() }),
    }),
  }),
};

const SIP = '/api/fabric/sip_addresses';
const name = str('Lower-case letters, digits and single dashes.', { max: 50 });
const Codec = oneOf(['OPUS', 'G722', 'PCMU', 'PCMA', 'G729', 'VP8', 'H264']);
const codecs = list(Codec);
const some = { codecs: list(Codec, undefined, { min: 1 }), ciphers: { ...media.ciphers, limits: { min: 1 } } };
const Encryption = ['required', 'optional', 'forbidden'] as const;
const calling_handler_resource_id = str('The resource that answers. It cannot be changed later.');
const optional = { context_id: str(), ip_auth: list(str(), 'IP addresses or ranges.', { max: 256 }), ...some, password: str() };
const SipAddress = shape('SipAddress', {
  id: str(), type: oneOf(['sip_address']), resource_id: str(), name: str(), display_name: str(), context: str(), uri: str(), user: str(), encryption: oneOf(Encryption),
  codecs, ciphers: media.ciphers, ip_auth_enabled: bool(), ip_auth: list(str()), calling_handler_resource_id, created_at: str(), updated_at: str(),
});

const sip_addresses = {
  list:   op(`GET ${SIP}`, 'List SIP addresses.', { takes: paging, gives: page(SipAddress) }),
  create: op(`POST ${SIP}`, 'Create a SIP address for a resource.', {
    needs: { name, calling_handler_resource_id },
    takes: {
      ...optional, user: str('`*` for any user.', { default: '*' }), ip_auth_enabled: bool(undefined, { default: false }), codecs: list(Codec, 'Default PCMU, PCMA.', { min: 1 }),
      encryption: oneOf(Encryption, undefined, { default: 'optional' }),
    },
    ok: 201, gives: SipAddress,
  }),
  get:    op(`GET ${SIP}/{id:SIP address}`, 'Fetch one SIP address.', { gives: SipAddress }),
  update: op(`PATCH ${SIP}/{id:SIP address}`, 'Update a SIP address.', {
    takes: { ...optional, name, user: str('`*` for any user.'), ip_auth_enabled: bool(), encryption: oneOf(Encryption) }, gives: SipAddress,
  }),
  delete: op(`DELETE ${SIP}/{id:SIP address}`, 'Delete a SIP address.', { spends: true, gives: none }),
};

export const fabric = { dialogflow_agents, resources, sip_addresses };
