import { invalid } from '../respond/response.js';
import type { Ask, Subject } from '../respond/subject.js';
import { changeThing, crud, type Thing } from '../state/resources.js';
import { kind, type State } from '../state/state.js';
import { bind, rebinds } from './fabric/store/binding.js';
import { checkedUrls, notUnique, wrongValue } from './refusals.js';
import { CIPHERS, CODECS } from './sip_profile.js';

/** A SIP domain of the project. A resource handles the calls to it. */
export interface DomainApplication extends Thing {
  readonly identifier: string;
  readonly calling_handler_resource_id: string | null;
}
export const allDomains = kind<DomainApplication>('domain_applications');

/** Validates the fields of a request and binds the handler, as for a phone number. */
function settled(ask: Ask, was?: DomainApplication): Record<string, unknown> {
  const fields = checkedUrls(ask.fields);
  const { identifier, user } = fields;
  if (identifier !== undefined) mustBeFree(ask.state, String(identifier), was);
  if (user !== undefined && !/^\S+$/.test(String(user))) throw wrongValue('user', 'must have no blanks');
  const settings = { ...was, ...fields };
  const kept = was?.calling_handler_resource_id ?? null;
  return {
    ...fields,
    calling_handler_resource_id: rebinds('calling', settings, fields) ? bind(ask.state, 'calling', settings)() : kept,
  };
}

function mustBeFree(state: State, identifier: string, was?: DomainApplication): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/i.test(identifier))
    throw wrongValue('identifier', 'must be letters, digits and single dashes: it is a part of the domain');
  for (const one of allDomains(state))
    if (one.identifier === identifier && one.id !== was?.id) throw notUnique('identifier', identifier);
}

const usual = {
  user: '*',
  ip_auth_enabled: false,
  ip_auth: [],
  codecs: CODECS,
  ciphers: CIPHERS,
  encryption: 'optional',
};
export const domain_applications: Subject = crud('beyond.domain_applications', allDomains, {
  made: (ask) => ({ ...usual, ...settled(ask) }),
  changed: settled,
  view: viewDomain,
});

export function viewDomain(domain: DomainApplication) {
  return { ...domain, type: 'domain_application', domain: `${domain.identifier}.dapp.sandbox.invalid` };
}

/** Assigns a resource as the handler of a domain's calls. */
export function answerDomain(
  state: State,
  domain: DomainApplication,
  settings: Readonly<Record<string, unknown>> | undefined,
  calling_handler_resource_id: string,
): DomainApplication {
  if (settings === undefined || settings.call_handler === 'relay_sip_endpoint')
    throw invalid({ message: 'a resource of this type cannot answer a domain application' });
  return changeThing(state, allDomains, domain, { ...settings, calling_handler_resource_id });
}
