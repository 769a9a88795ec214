import type { Fields, Handlers, OperationRequest, RequestOf } from '../../../respond/handler.js';
import { page } from '../../../respond/pages.js';
import { crud, type Item } from '../../../respond/resources.js';
import { collection } from '../../../state/state.js';
import { notInProject, notUnique, uuidOf, wrongValue } from '../../refusals.js';
import { SIP_DEFAULTS, sipDomain } from '../../sip_profile.js';
import { resourceOf } from '../store/store.js';

export interface SipAddress extends Item {
  readonly name: string;
  readonly user: string;
  readonly context: string;
  readonly calling_handler_resource_id: string;
}

export const allSipAddresses = collection<SipAddress>('sip_addresses');

const view = (address: SipAddress, { state }: Pick<OperationRequest, 'state'>) => {
  const { name, context, user } = address;
  return {
    ...address,
    type: 'sip_address',
    resource_id: address.calling_handler_resource_id,
    display_name: name,
    uri: `sip:${user === '*' ? name : user}@${name}.${context}.${sipDomain(state)}`,
  };
};

export const sip_addresses: Handlers = {
  ...crud('beyond.fabric.sip_addresses', allSipAddresses, {
    create: (request) => ({ ...SIP_DEFAULTS, ...checkedFields(request) }),
    update: checkedFields,
    view,
  }),
  'beyond.fabric.sip_addresses.list': (request) => ({
    ...Object(page(request, allSipAddresses(request.state), (address) => view(address, request))),
    items_count: allSipAddresses(request.state).size,
  }),
};

const nameIn = (context: string, name: string) => `${context} ${name}`;
const byName = ({ context, name }: SipAddress) => nameIn(context, name);

type Save = RequestOf<'beyond.fabric.sip_addresses.create' | 'beyond.fabric.sip_addresses.update'>;

function checkedFields({ state, input }: Save, previous?: SipAddress): Fields {
  const { context_id, name = previous?.name ?? '', user } = input;
  const { password: _, context_id: _context, calling_handler_resource_id, ...rest }: Fields = input;
  const target = typeof calling_handler_resource_id === 'string' ? calling_handler_resource_id : undefined;
  const context = context_id === undefined ? (previous?.context ?? 'public') : uuidOf('context_id', context_id);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw wrongValue('name', 'must be lower-case letters, digits and single dashes');
  const same = allSipAddresses(state).withKey(byName, nameIn(context, name));
  if (same.some(({ id }) => id !== previous?.id)) throw notUnique('name', name);
  if (user !== undefined && !/^\S+$/.test(user)) throw wrongValue('user', 'must not contain spaces');
  if (previous && target !== undefined && target !== previous.calling_handler_resource_id)
    throw wrongValue('calling_handler_resource_id', 'cannot be changed: create another address');
  if (!previous && !resourceOf(state, target))
    throw notInProject('calling_handler_resource_id', 'list the resources with fabric.resources.list');
  return { ...rest, name, context, ...(!previous && { calling_handler_resource_id: target }) };
}
