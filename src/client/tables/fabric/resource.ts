import { type AnyField, type Field, type Fields, oneOf, page, shape, str } from '../../field.js';
import { crud, op } from '../../row.js';

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
  { addresses, ...facts }: { update: U; created?: 200 | 201; needs: N; takes: T; gives: Field<A>; addresses: Field<B> },
) => ({ ...crud(`${R}/${folder}`, 'resource_id', what, facts), list_addresses: addressesOf(folder, addresses) });

export const addressesOf = <const P extends string, A>(folder: P, address: Field<A>) =>
  op(`GET ${R}/${folder}/{resource_id}/addresses`, 'List the addresses that lead to it.', { takes: {}, gives: page(address) });
