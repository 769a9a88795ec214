import { page } from '../../../respond/pages.js';
import type { Ask, Subject } from '../../../respond/subject.js';
import { crud } from '../../../state/resources.js';
import { notUnique, notYours, uuidOf, wrongValue } from '../../refusals.js';
import { CIPHERS, CODECS, sipDomain } from '../../sip_profile.js';
import { resourceOf } from '../store/store.js';
import { allSipAddresses, type SipAddress } from './sip-address.js';

const view = (address: SipAddress, { state }: Ask) => {
  const { name, context, user } = address;
  return {
    ...address,
    type: 'sip_address',
    resource_id: address.calling_handler_resource_id,
    display_name: name,
    uri: `sip:${user === '*' ? name : String(user)}@${name}.${context}.${sipDomain(state)}`,
  };
};

const usual = {
  context: 'public',
  user: '*',
  ip_auth_enabled: false,
  ip_auth: [],
  codecs: CODECS,
  ciphers: CIPHERS,
  encryption: 'optional',
};

export const sip_addresses: Subject = {
  ...crud('beyond.fabric.sip_addresses', allSipAddresses, {
    made: (ask) => ({ ...usual, ...checked(ask) }),
    changed: (ask, was) => checked(ask, was),
    view,
  }),
  'beyond.fabric.sip_addresses.list': (ask) => ({
    ...(page(ask, allSipAddresses(ask.state), (address) => view(address, ask)) as object),
    items_count: allSipAddresses(ask.state).size,
  }),
};

function checked({ state, fields }: Ask, was?: SipAddress): Record<string, unknown> {
  const { context_id, calling_handler_resource_id: target, password: _, ...rest } = fields;
  const context = context_id === undefined ? (was?.context ?? usual.context) : uuidOf('context_id', context_id);
  const name = String(rest.name ?? was?.name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw wrongValue('name', 'must be small letters, digits and single dashes');
  for (const one of allSipAddresses(state))
    if (one.id !== was?.id && one.name === name && one.context === context) throw notUnique('name', name);
  if (rest.user !== undefined && !/^\S+$/.test(String(rest.user))) throw wrongValue('user', 'must have no blanks');
  for (const list of ['codecs', 'ciphers'])
    if (Array.isArray(rest[list]) && rest[list].length === 0) throw wrongValue(list, 'must have at least one');
  if (Array.isArray(rest.ip_auth) && rest.ip_auth.length > 256) throw wrongValue('ip_auth', 'has at most 256 ranges');
  if (was && target !== undefined && target !== was.calling_handler_resource_id)
    throw wrongValue('calling_handler_resource_id', 'cannot be changed: make another address');
  if (!was && !resourceOf(state, target)) throw notYours('calling_handler_resource_id', 'see fabric.resources.list');
  return { ...rest, name, context, ...(!was && { calling_handler_resource_id: target }) };
}
