import { bool, type Field, list, none, oneOf, page, str } from '../../field.js';
import { op } from '../../row.js';
import { DomainApplication } from '../fabric/resources.js';
import { media, SipEndpoint } from '../fabric/sip.js';
import { paging } from '../shared-fields.js';

const Method = ['GET', 'POST'] as const;

/** The fields for each value of `call_handler`, which decide what happens to an incoming call. */
const callHandling = (method: Field<(typeof Method)[number]>) => ({
  call_request_url: str('Returns the document (`laml_webhooks`).'), call_request_method: method, call_fallback_url: str('Used when the first URL fails.'), call_fallback_method: method,
  call_status_callback_url: str(), call_status_callback_method: method, call_laml_application_id: str(), call_dialogflow_agent_id: str(), call_relay_topic: str(),
  call_relay_topic_status_callback_url: str(), call_relay_application: str(), call_video_room_id: str(), call_relay_script_url: str('Returns the document (`relay_script`).'),
  call_ai_agent_id: str(), call_flow_id: str(), call_flow_version: oneOf(['working_copy', 'current_deployed']),
  call_relay_context: str('Deprecated.'), call_relay_context_status_callback_url: str('Deprecated.'),
});
const oldHandlers = { deprecated: { relay_context: 'use relay_topic' } };

const D = '/api/relay/rest/domain_applications';
const named = { name: str(), identifier: str('The part of the domain that identifies this application.') };
const Encryption = ['optional', 'required', 'forbidden'] as const;
const settings = {
  ip_auth_enabled: bool(), ip_auth: list(str(), 'IP addresses or ranges.'), codecs: list(str()), ciphers: list(str()),
  call_handler: oneOf(['relay_topic', 'relay_application', 'laml_webhooks', 'laml_application', 'video_room', 'relay_script', 'dialogflow', 'ai_agent', 'call_flow', 'relay_context'],
    'The handler that answers calls.', oldHandlers),
};

export const domain_applications = {
  list:   op(`GET ${D}`, 'List domain applications.', { takes: { filter_domain: str(), filter_name: str('Matches part of the name.'), ...paging }, gives: page(DomainApplication) }),
  create: op(`POST ${D}`, 'Create a domain application, which answers SIP calls to its domain.', {
    needs: named,
    takes: {
      user: str('`*` for any user.', { default: '*' }), ...settings, codecs: list(str(), 'Default PCMU, PCMA.'), encryption: oneOf(Encryption, undefined, { default: 'optional' }),
      ...callHandling(oneOf(Method, undefined, { default: 'POST' })),
    },
    ok: 201, gives: DomainApplication,
  }),
  get:    op(`GET ${D}/{id:domain application}`, 'Fetch one domain application.', { gives: DomainApplication }),
  update: op(`PUT ${D}/{id:domain application}`, 'Update a domain application.', {
    takes: { ...named, user: str('`*` for any user.'), ...settings, encryption: oneOf(Encryption), ...callHandling(oneOf(Method)) }, gives: DomainApplication,
  }),
  delete: op(`DELETE ${D}/{id:domain application}`, 'Delete a domain application.', { spends: true, gives: none }),
};

const S = '/api/relay/rest/endpoints/sip';
const deprecated = 'use fabric.sip_endpoints';
const login = { username: str(), password: str() };
const endpointSettings = {
  caller_id: str(), send_as: str(), ciphers: list(str()), codecs: list(str()), encryption: media.encryption,
  call_handler: oneOf(['relay_context', 'relay_topic', 'relay_application', 'relay_connector', 'relay_script', 'laml_webhooks', 'laml_application', 'dialogflow', 'video_room',
    'call_flow', 'ai_agent'], 'The handler that answers calls.', oldHandlers),
  ...callHandling(oneOf(Method)), call_flow_version: str(),
};

export const legacy_sip_endpoints = {
  list:   op(`GET ${S}`, 'List legacy SIP endpoints.', { takes: { filter_username: str(), filter_caller_id: str(), ...paging }, deprecated, gives: page(SipEndpoint) }),
  create: op(`POST ${S}`, 'Create a legacy SIP endpoint.', { needs: login, takes: endpointSettings, deprecated, gives: SipEndpoint }),
  get:    op(`GET ${S}/{id:SIP endpoint}`, 'Fetch one legacy SIP endpoint.', { deprecated, gives: SipEndpoint }),
  update: op(`PUT ${S}/{id:SIP endpoint}`, 'Update a legacy SIP endpoint.', { takes: { ...login, ...endpointSettings }, deprecated, gives: SipEndpoint }),
  delete: op(`DELETE ${S}/{id:SIP endpoint}`, 'Delete a legacy SIP endpoint.', { deprecated, spends: true, gives: none }),
};
