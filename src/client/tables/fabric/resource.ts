import { bool, type Field, obj, oneOf, page, shape, str } from '../../field.js';
import { type CrudFacts, crud, op } from '../../row.js';
import type { AnyField, Fields } from '../../row-types.js';

const R = '/api/fabric/resources';

/** The fields that all resources share. */
export const head = { id: str(), project_id: str(), display_name: str(), created_at: str(), updated_at: str() };

/** A resource: the common fields, and its own fields under the name of its type. */
export const resource = <const K extends string, F extends AnyField>(name: string, type: K, own: F) =>
  shape(name, { ...head, type: oneOf([type]), [type]: own } as typeof head & { readonly type: Field<K> } & { readonly [P in K]: F });

/** Creates the usual operations on resources of one type, and the list of their addresses. */
export const family = <const P extends string, const U extends 'PUT' | 'PATCH', const N extends Fields, const T extends Fields, A, B>(
  folder: P,
  what: string,
  { addresses, ...facts }: CrudFacts<U, N, T, A> & { addresses: Field<B> },
) => ({ ...crud(`${R}/${folder}`, `resource_id:${what}`, what, facts), list_addresses: addressesOf(folder, addresses) });

export const addressesOf = <const P extends string, A>(folder: P, address: Field<A>) =>
  op(`GET ${R}/${folder}/{resource_id:resource}/addresses`, 'List the addresses of the resource.', { takes: {}, gives: page(address) });

const A = '/api/fabric/addresses';

/** The shape of an address. The kind of its resource determines its `type`. */
const address = <T>(name: string, type: Field<T>) =>
  shape(name, {
    id: str(), name: str(), display_name: str(), type, cover_url: str(), preview_url: str(), locked: bool(), created_at: str(),
    channels: obj({}, { audio: str(), messaging: str(), video: str() }, 'The addresses by kind of traffic.'),
  });

export const AppAddress = address('AppAddress', oneOf(['app']));
export const RoomAddress = address('RoomAddress', oneOf(['room']));
export const CallAddress = address('CallAddress', oneOf(['call']));
export const SubscriberAddress = address('SubscriberAddress', oneOf(['subscriber']));
export const FabricAddress = address('FabricAddress', oneOf(['app', 'room', 'call', 'subscriber']));

// Other sources require the token of a subscriber here. In the specification, these are ordinary calls.
export const addresses = {
  list: op(`GET ${A}`, 'List addresses.', { takes: {}, origin: 'stated', gives: page(FabricAddress) }),
  get:  op(`GET ${A}/{address_id}`, 'Fetch one address.', { gives: FabricAddress }),
};
