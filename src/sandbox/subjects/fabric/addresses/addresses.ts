import type { Handlers, OperationRequest } from '../../../respond/handler.js';
import { page } from '../../../respond/pages.js';
import { found } from '../../../respond/response.js';
import { Collection } from '../../../state/collection.js';
import type { State } from '../../../state/state.js';
import { FAMILIES } from '../families.js';
import { allResources, type FabricResource, resourceOf } from '../store/store.js';

/** Every resource has one address. Its id is that of the resource with the last twelve digits inverted. */
export const addressIdOf = ({ id }: FabricResource) => converted(id);
export const resourceAt = (state: State, addressId: string) => resourceOf(state, converted(addressId));

const converted = (id: string) =>
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

export function addressesOf(request: OperationRequest, resource: FabricResource): unknown {
  return page(request, Collection.of([resource]), addressView);
}

export const addresses: Handlers = {
  'fabric.addresses.list': (request) => {
    const type = request.query.get('type');
    return page(
      request,
      allResources(request.state),
      ({ id }) => addressView(found(resourceOf(request.state, id))),
      (one) => type === null || FAMILIES[one.type].address === type,
    );
  },
  'fabric.addresses.get': ({ state, params }) => addressView(found(resourceAt(state, params.address_id))),
};
