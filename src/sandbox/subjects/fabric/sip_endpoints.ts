import { isRecord } from '../../request/read-json.js';
import type { Handlers, RequestOf } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import type { State } from '../../state/state.js';
import { notInProject, notUnique, required, wrongValue } from '../refusals.js';
import { ENDPOINT_DEFAULTS } from '../sip_profile.js';
import type { Own } from './families.js';
import { discard, family, SECRETS } from './family.js';
import { bind, rebinds } from './store/binding.js';
import { subscriberEndpoints } from './store/dependents.js';
import { checkedSettings } from './store/referenced-ids.js';
import { addResource, changesOf, type FabricResource, ofType, resourceOf, resourcesWith } from './store/store.js';

/**
 * SIP endpoints have three views: flat in their own routes and in the legacy interface, and as a resource in the lists
 * of all resources. `call_handler` selects the handler of the calls that an endpoint makes. The legacy interface uses
 * other values for it, which are stored under `older`.
 */
const fabric = family('sip_endpoint', {
  create: (state, { id: _, ...given }: Own) => {
    check(state, given);
    return given;
  },
  update: (state, given, { id, own }) => {
    check(state, given, id);
    const changed: Own = { ...own, ...given };
    return changed.call_handler === 'resource' ? changed : { ...changed, calling_handler_resource_id: null };
  },
  view: flat,
});

const legacy = crud('beyond.legacy_sip_endpoints', ofType('sip_endpoint'), {
  add: (request) => addResource(request.state, 'sip_endpoint', legacyFields(request)),
  update: (request, endpoint) => changesOf(endpoint, legacyFields(request, endpoint)),
  view: flat,
  beforeDelete: discard,
});

export const sip_endpoints: Handlers = { ...fabric, ...legacy };

interface CallSettings {
  readonly username?: string;
  readonly call_handler?: string;
  readonly calling_handler_resource_id?: string | null;
}

function check(state: State, given: CallSettings, self?: string): void {
  if (given.username !== undefined) mustBeFreeUsername(state, given.username, self);
  const { call_handler, calling_handler_resource_id: target } = given;
  if (call_handler === 'resource' && target == null) throw required('calling_handler_resource_id');
  if (target != null && !resourceOf(state, target))
    throw notInProject('calling_handler_resource_id', 'list them with fabric.resources.list');
}

const SIP_FIELDS = ['username', 'caller_id', 'send_as', 'ciphers', 'codecs', 'encryption'];

type LegacySave = RequestOf<'beyond.legacy_sip_endpoints.create' | 'beyond.legacy_sip_endpoints.update'>;

function legacyFields({ state, input }: LegacySave, previous?: FabricResource): Own {
  if (input.username !== undefined) mustBeFreeUsername(state, input.username, previous?.id);
  const given = Object.entries(checkedSettings(state, input)).filter(([name]) => !SECRETS.includes(name));
  const sipFields = Object.fromEntries(given.filter(([name]) => SIP_FIELDS.includes(name)));
  const handling = Object.fromEntries(given.filter(([name]) => !SIP_FIELDS.includes(name)));
  const settings = { ...legacyOwn(previous?.own), ...handling };
  const own = {
    ...ENDPOINT_DEFAULTS,
    call_handler: 'default',
    calling_handler_resource_id: null,
    ...previous?.own,
    ...sipFields,
  };
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
  return { ...own, call_handler: null, ...legacyOwn(own), id, type: 'sip_endpoint', calling_handler_resource_id };
}

export const handledBy = (endpoint: FabricResource, calling_handler_resource_id: string): Own => ({
  ...endpoint.own,
  call_handler: 'resource',
  calling_handler_resource_id,
});

const legacyOwn = (own: Own = {}): Own => (isRecord(own.older) ? own.older : {});

/** Throws unless the username is free. All endpoints of a project share one SIP domain. */
export function mustBeFreeUsername(state: State, username: string, self?: string): void {
  if (!/^[^\s@]+$/.test(username)) throw wrongValue('username', 'must not contain spaces or @');
  const ids = resourcesWith(state, 'sip_endpoint', 'username', username).map(({ id }) => id);
  if ([...ids, ...subscriberEndpoints.withKey(state, username)].some((id) => id !== self))
    throw notUnique('username', username);
}
