import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { allDomains, answerDomain, viewDomain } from '../domain_applications.js';
import { allNumbers, replaceNumber } from '../phone_numbers.js';
import { notYours } from '../refusals.js';
import { addressesOf, addressIdOf, addressView } from './addresses/addresses.js';
import { FAMILIES, type ResourceType } from './families.js';
import { discard } from './family.js';
import { handledBy } from './sip_endpoints.js';
import { settingsFor, type Use } from './store/binding.js';
import { allResources, changeResource, type FabricResource, ofType, resourceOf, viewResource } from './store/store.js';

/** Operations on resources of any type. */
export const resources: Subject = {
  'fabric.resources.list': (ask) => {
    const { state, query } = ask;
    const type = query.get('type');
    if (type !== null && Object.hasOwn(FAMILIES, type))
      return page(ask, ofType(type as ResourceType)(state), (resource) => viewResource(state, resource));
    return page(
      ask,
      allResources(state),
      ({ id }) => viewResource(state, resourceOf(state, id) as FabricResource),
      () => type === null,
    );
  },
  'fabric.resources.get': (ask) => viewResource(ask.state, named(ask)),
  'fabric.resources.delete': (ask) => {
    const resource = named(ask);
    discard(ask, resource);
    ofType(resource.type)(ask.state).delete(resource.id);
  },
  'fabric.resources.list_addresses': (ask) => addressesOf(ask, named(ask)),

  'fabric.resources.assign_phone_route': (ask) => {
    const { state, fields } = ask;
    const resource = named(ask);
    const use = fields.handler as Use;
    const settings = settingsFor(resource, use);
    if (REFUSED.includes(resource.type) || FAMILIES[resource.type].address !== 'app' || !settings)
      throw invalid({
        message: `a ${resource.type} is not assigned for ${use}: bind the number with a phone_numbers.set_* helper`,
        code: 'invalid_parameter_value',
      });
    const number = allNumbers(state).get(fields.phone_route_id as string);
    if (!number) throw notYours('phone_route_id', 'see phone_numbers.list');
    replaceNumber(state, number, {
      settings: { ...number.settings, ...settings },
      [`${use}_handler_resource_id`]: resource.id,
    });
    return addressView(resource);
  },
  'fabric.resources.assign_domain_application': (ask) => {
    const resource = named(ask);
    const domain = allDomains(ask.state).get(ask.fields.domain_application_id as string);
    if (!domain) throw notYours('domain_application_id', 'see beyond.domain_applications.list');
    return viewDomain(answerDomain(ask.state, domain, settingsFor(resource, 'calling'), resource.id));
  },
  'beyond.fabric.resources.assign_sip_endpoint': (ask) => {
    const resource = named(ask);
    const endpoint = ofType('sip_endpoint')(ask.state).get(ask.fields.sip_endpoint_id as string);
    if (!endpoint) throw notYours('sip_endpoint_id', 'see fabric.sip_endpoints.list');
    changeResource(ask.state, endpoint, handledBy(endpoint, resource.id));
    return { ...addressView(endpoint), id: addressIdOf(endpoint), cover_url: null, preview_url: null };
  },
};

/** The platform does not assign these types. Numbers are bound to them by their settings. */
const REFUSED: readonly ResourceType[] = ['swml_webhook', 'cxml_webhook', 'ai_agent'];

function named({ state, words }: Ask): FabricResource {
  const resource = resourceOf(state, Object.values(words).at(-1));
  if (!resource) throw notFound();
  return resource;
}
