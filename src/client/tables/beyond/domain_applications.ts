import { bool, list, none, oneOf, page, str } from '../../field.js';
import { op } from '../../row.js';
import { DomainApplication } from '../fabric/resources.js';
import { paging } from '../paging.js';
import { callHandling, Method, oldHandlers } from './call-handling.js';

const D = '/api/relay/rest/domain_applications';
const named = { name: str(), identifier: str('Part of the domain; it tells your applications apart.') };
const Encryption = ['optional', 'required', 'forbidden'] as const;
const settings = {
  ip_auth_enabled: bool(), ip_auth: list(str(), 'Addresses or ranges.'), codecs: list(str()), ciphers: list(str()),
  call_handler: oneOf(['relay_topic', 'relay_application', 'laml_webhooks', 'laml_application', 'video_room', 'relay_script', 'dialogflow', 'ai_agent', 'call_flow', 'relay_context'],
    'What answers a call.', oldHandlers),
};

export const domain_applications = {
  list:   op(`GET ${D}`, 'List the domain applications.', { takes: { filter_domain: str(), filter_name: str('Part of the name.'), ...paging }, gives: page(DomainApplication) }),
  create: op(`POST ${D}`, 'Create a domain application, which answers the SIP calls to a domain of its own.', {
    needs: named,
    takes: {
      user: str('`*` for any.', { default: '*' }), ...settings, codecs: list(str(), 'Default PCMU, PCMA.'), encryption: oneOf(Encryption, undefined, { default: 'optional' }),
      ...callHandling(oneOf(Method, undefined, { default: 'POST' })),
    },
    ok: 201, gives: DomainApplication,
  }),
  get:    op(`GET ${D}/{id}`, 'Fetch one domain application.', { gives: DomainApplication }),
  update: op(`PUT ${D}/{id}`, 'Change a domain application.', {
    takes: { ...named, user: str('`*` for any.'), ...settings, encryption: oneOf(Encryption), ...callHandling(oneOf(Method)) }, gives: DomainApplication,
  }),
  delete: op(`DELETE ${D}/{id}`, 'Delete a domain application.', { spends: true, gives: none }),
};
