import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { notUnique, wrongValue } from '../refusals.js';
import { ENDPOINT_DEFAULTS } from '../sip_profile.js';
import type { Own } from './families.js';
import { declaredFields, family } from './family.js';
import { mustBeFreeUsername } from './sip_endpoints.js';
import { type SubscriberEndpoint, subscriberEndpoints } from './store/dependents.js';
import { type FabricResource, ofType, resourcesWith } from './store/store.js';

export const subscribers: Handlers = {
  ...family('subscriber', {
    create: (state, given) => {
      checkEmail(state, given.email);
      return given;
    },
    update: (state, given, { id, own }) => {
      checkEmail(state, given.email, id);
      return { ...own, ...given };
    },
  }),
  'fabric.subscribers.list_sip_endpoints': (request) =>
    page(request, subscriberEndpoints.of(request.state, subscriberOf(request).id), (one) => one),
  'fabric.subscribers.create_sip_endpoint': (request) => {
    const { state, input } = request;
    mustBeFreeUsername(state, input.username);
    const { username } = input;
    return addEndpoint(state, subscriberOf(request), { ...declaredFields(request, 'subscriber'), username });
  },
  'fabric.subscribers.get_sip_endpoint': (request) => endpointOf(request),
  'fabric.subscribers.update_sip_endpoint': (request) => {
    const { state, input } = request;
    const endpoint = endpointOf(request);
    const { id, subscriber_id, username } = endpoint;
    if (input.username !== undefined) mustBeFreeUsername(state, input.username, id);
    const fields = { username, ...declaredFields(request, 'subscriber'), id, subscriber_id };
    return subscriberEndpoints.replace(state, { ...endpoint, ...fields });
  },
  'fabric.subscribers.delete_sip_endpoint': (request) =>
    subscriberEndpoints.delete(request.state, endpointOf(request).id),
};

export const subscriberBy = (state: State, email: string): FabricResource | undefined =>
  resourcesWith(state, 'subscriber', 'email', email)[0];

function checkEmail(state: State, email: string | undefined, self?: string): void {
  if (email === undefined) return;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw wrongValue('email', 'must be an email address');
  const other = subscriberBy(state, email);
  if (other && other.id !== self) throw notUnique('email', email);
}

export function addEndpoint(state: State, subscriber: FabricResource, fields: Own & { readonly username: string }) {
  const subscriber_id = subscriber.id;
  const endpoint = { ...ENDPOINT_DEFAULTS, ...fields, id: state.ids.uuid(), subscriber_id };
  return subscriberEndpoints.add(state, subscriber_id, endpoint);
}

const subscriberOf = ({ state, params }: RequestWith<'subscriber_id'>): FabricResource =>
  found(ofType('subscriber')(state).get(params.subscriber_id));

const endpointOf = (request: RequestWith<'subscriber_id' | 'endpoint_id'>): SubscriberEndpoint =>
  found(subscriberEndpoints.of(request.state, subscriberOf(request).id).get(request.params.endpoint_id));
