import type { Ask, Subject } from '../../respond/subject.js';
import { crud } from '../../state/resources.js';
import type { State } from '../../state/state.js';
import { checkedUrls, notYours, required } from '../refusals.js';
import { CIPHERS, CODECS } from '../sip_profile.js';
import { mustBeFreeUsername } from './addresses/sip-username.js';
import type { Own } from './families.js';
import { discard, family, SECRETS } from './family.js';
import { bind, rebinds } from './store/binding.js';
import { addResource, changesOf, type FabricResource, ofType, resourceOf } from './store/store.js';

/**
 * SIP endpoints have three views: flat in their own routes and in the legacy interface, and as a resource in the lists
 * of all resources. `call_handler` selects the handler of the calls that an endpoint makes. The legacy interface uses
 * other values for it, which are stored under `older`.
 */
const fabric = family('sip_endpoint', {
  made: ({ state }, { id: _, ...given }) => checked(state, given),
  changed: ({ state }, given, { id, own }) => {
    const now: Own = { ...own, ...checked(state, given, id) };
    return now.call_handler === 'resource' ? now : { ...now, calling_handler_resource_id: null };
  },
  view: (_ask, endpoint) => flat(endpoint),
});

const older = crud('beyond.legacy_sip_endpoints', ofType('sip_endpoint'), {
  changed: (ask, was) => changesOf(was, olderOwn(ask, was)),
  view: flat,
  gone: discard,
});

export const sip_endpoints: Subject = {
  ...fabric,
  ...older,
  'beyond.legacy_sip_endpoints.create': (ask) => flat(addResource(ask.state, 'sip_endpoint', olderOwn(ask))),
};

function checked(state: State, given: Own, holder?: string): Own {
  if (given.username !== undefined) mustBeFreeUsername(state, given.username, holder);
  const { call_handler, calling_handler_resource_id: target } = given;
  if (call_handler === 'resource' && target == null) throw required('calling_handler_resource_id');
  if (target != null && !resourceOf(state, target))
    throw notYours('calling_handler_resource_id', 'see fabric.resources.list');
  return given;
}

const LINE = ['username', 'caller_id', 'send_as', 'ciphers', 'codecs', 'encryption'];
const usual = { caller_id: '', send_as: '', ciphers: CIPHERS, codecs: CODECS, encryption: 'default' };

function olderOwn({ state, fields }: Ask, was?: FabricResource): Own {
  if (fields.username !== undefined) mustBeFreeUsername(state, fields.username, was?.id);
  const given = Object.entries(checkedUrls(fields)).filter(([name]) => !SECRETS.includes(name));
  const line = Object.fromEntries(given.filter(([name]) => LINE.includes(name)));
  const handling = Object.fromEntries(given.filter(([name]) => !LINE.includes(name)));
  const settings = { ...(was?.own.older as Own), ...handling };
  const own = { ...usual, call_handler: 'default', calling_handler_resource_id: null, ...was?.own, ...line };
  if (!rebinds('calling', settings, handling)) return { ...own, older: settings };
  const target = bind(state, 'calling', settings)();
  return {
    ...own,
    older: settings,
    call_handler: target === null ? 'default' : 'resource',
    calling_handler_resource_id: target,
  };
}

function flat({ id, own }: FabricResource) {
  const { calling_handler_resource_id = null } = own;
  return { ...own, call_handler: null, ...(own.older as Own), id, type: 'sip_endpoint', calling_handler_resource_id };
}

/** Returns the fields of an endpoint whose calls a resource handles. */
export const handledBy = (endpoint: FabricResource, calling_handler_resource_id: string): Own => ({
  ...endpoint.own,
  call_handler: 'resource',
  calling_handler_resource_id,
});
