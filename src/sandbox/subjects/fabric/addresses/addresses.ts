import { page } from '../../../respond/pages.js';
import { notFound } from '../../../respond/response.js';
import type { Ask, Subject } from '../../../respond/subject.js';
import { Collection } from '../../../state/collection.js';
import { FAMILIES } from '../families.js';
import { allResources, type FabricResource, resourceOf } from '../store/store.js';

/**
 * Every resource has one address. Its id is the id of the resource with the last twelve digits inverted, so that each
 * id can be computed from the other.
 */
export const addressIdOf = ({ id }: FabricResource) => turned(id);
export const resourceAt = (state: Ask['state'], addressId: unknown) => resourceOf(state, turned(String(addressId)));

const turned = (id: string) =>
  id.slice(0, 24) + id.slice(24).replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

export function addressView(resource: FabricResource) {
  const { path, display_name, created_at, type } = resource;
  return {
    id: addressIdOf(resource),
    name: path.slice(path.lastIndexOf('/') + 1),
    display_name,
    type: FAMILIES[type].address,
    // The sandbox has no uploads.
    cover_url: '',
    preview_url: '',
    locked: false,
    channels: channels(resource),
    created_at,
  };
}

/** Returns the channels of an address: one per resource, as in the public API description. */
function channels({ type, path, own }: FabricResource): Record<string, string> {
  const isForMessages = own.used_for === 'messaging' || own.script_type === 'messaging';
  const channel = type === 'video_room' ? 'video' : isForMessages ? 'messaging' : 'audio';
  return { [channel]: `${path}?channel=${channel}` };
}

/** Returns the page of addresses of a resource. */
export function addressesOf(ask: Ask, resource: FabricResource): unknown {
  const its = new Collection<FabricResource>();
  its.add(resource);
  return page(ask, its, addressView);
}

export const addresses: Subject = {
  'fabric.addresses.list': (ask) => {
    const type = ask.query.get('type');
    return page(
      ask,
      allResources(ask.state),
      ({ id }) => addressView(resourceOf(ask.state, id) as FabricResource),
      (one) => type === null || FAMILIES[one.type].address === type,
    );
  },
  'fabric.addresses.get': ({ state, words }) => {
    const resource = resourceAt(state, words.address_id);
    if (!resource) throw notFound();
    return addressView(resource);
  },
};
