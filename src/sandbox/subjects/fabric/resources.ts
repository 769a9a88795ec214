import type { Handlers, OperationRequest } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found, invalid } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import { allDomains, assignDomain, viewDomain } from '../domain_applications.js';
import { allNumbers, replaceNumber } from '../phone_numbers.js';
import { notInProject } from '../refusals.js';
import { addressesOf, addressIdOf, addressView } from './addresses/addresses.js';
import { FAMILIES, isResourceType, type ResourceType } from './families.js';
import { discard } from './family.js';
import { handledBy } from './sip_endpoints.js';
import { settingsFor } from './store/binding.js';
import { allResources, changeResource, type FabricResource, ofType, resourceOf, viewResource } from './store/store.js';

export const resources: Handlers = {
  'fabric.resources.list': (request) => {
    const { state, query } = request;
    const type = query.get('type');
    if (type !== null && isResourceType(type))
      return page(request, ofType(type)(state), (resource) => viewResource(resource, request));
    const all = type === null ? allResources(state) : Collection.of([]);
    return page(request, all, ({ id }) => viewResource(found(resourceOf(state, id)), request));
  },
  'fabric.resources.get': (request) => viewResource(find(request), request),
  'fabric.resources.delete': (request) => {
    const resource = find(request);
    discard(resource, request);
    ofType(resource.type)(request.state).delete(resource.id);
  },
  'fabric.resources.list_addresses': (request) => addressesOf(request, find(request)),

  'fabric.resources.assign_phone_route': (request) => {
    const { state, input } = request;
    const resource = find(request);
    const { handler: use } = input;
    const settings = settingsFor(resource, use);
    if (NOT_ASSIGNABLE.includes(resource.type) || FAMILIES[resource.type].address !== 'app' || !settings)
      throw invalid({
        message: `a ${resource.type} cannot be assigned for ${use}: bind the number with a phone_numbers.set_* method`,
        code: 'invalid_parameter_value',
      });
    const number = allNumbers(state).get(input.phone_route_id);
    if (!number) throw notInProject('phone_route_id', 'list them with phone_numbers.list');
    replaceNumber(state, number, {
      settings: { ...number.settings, ...settings },
      [`${use}_handler_resource_id`]: resource.id,
    });
    return addressView(resource);
  },
  'fabric.resources.assign_domain_application': (request) => {
    const resource = find(request);
    const domain = allDomains(request.state).get(request.input.domain_application_id);
    if (!domain) throw notInProject('domain_application_id', 'list them with beyond.domain_applications.list');
    return viewDomain(assignDomain(request.state, domain, settingsFor(resource, 'calling'), resource.id));
  },
  'beyond.fabric.resources.assign_sip_endpoint': (request) => {
    const resource = find(request);
    const endpoint = ofType('sip_endpoint')(request.state).get(request.input.sip_endpoint_id);
    if (!endpoint) throw notInProject('sip_endpoint_id', 'list them with fabric.sip_endpoints.list');
    changeResource(request.state, endpoint, handledBy(endpoint, resource.id));
    return { ...addressView(endpoint), id: addressIdOf(endpoint), cover_url: null, preview_url: null };
  },
};

/** The platform does not assign these types. Numbers are bound to them by their settings. */
const NOT_ASSIGNABLE: readonly ResourceType[] = ['swml_webhook', 'cxml_webhook', 'ai_agent'];

const find = ({ state, params }: Pick<OperationRequest, 'state' | 'params'>): FabricResource =>
  found(resourceOf(state, Object.values(params).at(-1)));
