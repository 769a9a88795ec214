import { list, none, oneOf, page, str } from '../../field.js';
import { op } from '../../row.js';
import { media } from '../fabric/sip.js';
import { SipEndpoint } from '../fabric/sip_endpoints.js';
import { paging } from '../paging.js';
import { callHandling, Method, oldHandlers } from './call-handling.js';

const S = '/api/relay/rest/endpoints/sip';
const deprecated = 'use fabric.sip_endpoints';
const login = { username: str(), password: str() };
const settings = {
  caller_id: str(), send_as: str(), ciphers: list(str()), codecs: list(str()), encryption: media.encryption,
  call_handler: oneOf(['relay_context', 'relay_topic', 'relay_application', 'relay_connector', 'relay_script', 'laml_webhooks', 'laml_application', 'dialogflow', 'video_room',
    'call_flow', 'ai_agent'], 'What answers a call.', oldHandlers),
  ...callHandling(oneOf(Method)), call_flow_version: str(),
};

export const legacy_sip_endpoints = {
  list:   op(`GET ${S}`, 'List the SIP endpoints of the older kind.', { takes: { filter_username: str(), filter_caller_id: str(), ...paging }, deprecated, gives: page(SipEndpoint) }),
  create: op(`POST ${S}`, 'Create a SIP endpoint of the older kind.', { needs: login, takes: settings, deprecated, gives: SipEndpoint }),
  get:    op(`GET ${S}/{id}`, 'Fetch one SIP endpoint of the older kind.', { deprecated, gives: SipEndpoint }),
  update: op(`PUT ${S}/{id}`, 'Change a SIP endpoint of the older kind.', { takes: { ...login, ...settings }, deprecated, gives: SipEndpoint }),
  delete: op(`DELETE ${S}/{id}`, 'Delete a SIP endpoint of the older kind.', { deprecated, spends: true, gives: none }),
};
