import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { notUnique, wrongValue } from '../refusals.js';
import { CIPHERS, CODECS } from '../sip_profile.js';
import { mustBeFreeUsername } from './addresses/sip-username.js';
import type { Own } from './families.js';
import { family, givenTo } from './family.js';
import { type SubscriberEndpoint, subscriberEndpoints } from './store/dependents.js';
import { type FabricResource, ofType } from './store/store.js';

export const subscribers: Subject = {
  ...family('subscriber', {
    made: ({ state }, given) => checked(state, given),
    changed: ({ state }, given, { id, own }) => ({ ...own, ...checked(state, given, id) }),
  }),
  'fabric.subscribers.list_sip_endpoints': (ask) =>
    page(ask, subscriberEndpoints.of(ask.state, owner(ask).id), (one) => one),
  'fabric.subscribers.create_sip_endpoint': (ask) => {
    mustBeFreeUsername(ask.state, ask.fields.username);
    return addEndpoint(ask.state, owner(ask), givenTo(ask, 'subscriber') as { username: string });
  },
  'fabric.subscribers.get_sip_endpoint': (ask) => endpoint(ask),
  'fabric.subscribers.update_sip_endpoint': (ask) => {
    const was = endpoint(ask);
    const { id, subscriber_id } = was;
    if (ask.fields.username !== undefined) mustBeFreeUsername(ask.state, ask.fields.username, id);
    return subscriberEndpoints.replace(ask.state, { ...was, ...givenTo(ask, 'subscriber'), id, subscriber_id });
  },
  'fabric.subscribers.delete_sip_endpoint': (ask) => subscriberEndpoints.delete(ask.state, endpoint(ask).id),
};

export function subscriberBy(state: State, email: string): FabricResource | undefined {
  for (const subscriber of ofType('subscriber')(state)) if (subscriber.own.email === email) return subscriber;
  return undefined;
}

function checked(state: State, given: Own, holder?: string): Own {
  if (given.email === undefined) return given;
  const email = String(given.email);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw wrongValue('email', 'must be an email address');
  const other = subscriberBy(state, email);
  if (other && other.id !== holder) throw notUnique('email', email);
  return given;
}

export function addEndpoint(
  state: State,
  { id: subscriber_id }: FabricResource,
  fields: Own & { readonly username: string },
): SubscriberEndpoint {
  const usual = { caller_id: '', send_as: '', ciphers: CIPHERS, codecs: CODECS, encryption: 'default' };
  return subscriberEndpoints.add(state, subscriber_id, { ...usual, ...fields, id: state.ids.uuid(), subscriber_id });
}

function owner({ state, words }: Ask): FabricResource {
  const subscriber = ofType('subscriber')(state).get(words.subscriber_id ?? '');
  if (!subscriber) throw notFound();
  return subscriber;
}

function endpoint(ask: Ask): SubscriberEndpoint {
  const found = subscriberEndpoints.of(ask.state, owner(ask).id).get(ask.words.endpoint_id ?? '');
  if (!found) throw notFound();
  return found;
}
