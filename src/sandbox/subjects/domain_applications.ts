import type { Fields, Handlers, RequestOf } from '../respond/handler.js';
import { changeItem, crud, type Item } from '../respond/resources.js';
import { invalid } from '../respond/response.js';
import { collection, type State } from '../state/state.js';
import { bind, rebinds } from './fabric/store/binding.js';
import { checkedSettings } from './fabric/store/referenced-ids.js';
import { notUnique, wrongValue } from './refusals.js';
import { SIP_DEFAULTS } from './sip_profile.js';

/** A SIP domain of the project. A resource handles the calls to it. */
export interface DomainApplication extends Item {
  readonly identifier: string;
  readonly calling_handler_resource_id: string | null;
}
export const allDomains = collection<DomainApplication>('domain_applications');

type Save = RequestOf<'beyond.domain_applications.create' | 'beyond.domain_applications.update'>;

/** Validates the fields of a request and binds the handler, as for a phone number. */
function settingsOf({ state, input }: Save, previous?: DomainApplication): Fields {
  const { identifier, user } = input;
  const fields = checkedSettings(state, input);
  if (identifier !== undefined) mustBeFree(state, identifier, previous);
  if (user !== undefined && !/^\S+$/.test(user)) throw wrongValue('user', 'must not contain spaces');
  const settings = { ...previous, ...fields };
  const calling_handler_resource_id = rebinds('calling', settings, fields)
    ? bind(state, 'calling', settings)()
    : (previous?.calling_handler_resource_id ?? null);
  return { ...fields, calling_handler_resource_id };
}

const byIdentifier = ({ identifier }: DomainApplication) => identifier;

function mustBeFree(state: State, identifier: string, previous?: DomainApplication): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/i.test(identifier))
    throw wrongValue('identifier', 'must be letters, digits and single dashes, because it is part of the domain');
  if (
    allDomains(state)
      .withKey(byIdentifier, identifier)
      .some(({ id }) => id !== previous?.id)
  )
    throw notUnique('identifier', identifier);
}

export const domain_applications: Handlers = crud('beyond.domain_applications', allDomains, {
  create: (request) => ({ ...SIP_DEFAULTS, ...settingsOf(request) }),
  update: settingsOf,
  view: viewDomain,
});

export function viewDomain(domain: DomainApplication) {
  return { ...domain, type: 'domain_application', domain: `${domain.identifier}.dapp.sandbox.invalid` };
}

export function assignDomain(state: State, domain: DomainApplication, settings: Fields | undefined, resource: string) {
  if (settings === undefined || settings.call_handler === 'relay_sip_endpoint')
    throw invalid({ message: 'a resource of this type cannot handle the calls to a domain application' });
  return changeItem(state, allDomains, domain, { ...settings, calling_handler_resource_id: resource });
}
