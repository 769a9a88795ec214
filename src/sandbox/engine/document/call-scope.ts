import { isRecord } from '../../request/read-json.js';
import type { State } from '../../state/state.js';
import { allCalls, type Call } from '../../subjects/calls/call.js';
import { STATES } from '../../subjects/calls/states.js';

const TYPES = { relay_pstn_call: 'phone', relay_sip_call: 'sip', relay_webrtc_call: 'webrtc' } as const;

/** The fields of `call` that documents can read, for completion. */
export const CALL_FIELDS = [
  ...['call_id', 'node_id', 'segment_id', 'call_state', 'state', 'direction', 'type', 'from', 'to', 'from_number'],
  ...['to_number', 'sip_data', 'headers', 'project_id', 'space_id', 'parent', 'peer'],
] as const;

/** The call as documents and their servers see it. */
export function callScope(state: State, call: Call): Readonly<Record<string, unknown>> {
  const { id, from, to, direction, status, parent_id, bridged_with } = call;
  const type = TYPES[call.type];
  const peer = bridged_with === null ? undefined : allCalls(state).get(bridged_with);
  const call_state = STATES[status].event;
  return {
    call_id: id,
    node_id: `${id}@sandbox`,
    segment_id: id,
    call_state: call_state === 'ringing' ? 'created' : call_state,
    state: call_state,
    direction: direction === 'inbound' ? 'inbound' : 'outbound',
    type,
    from,
    to,
    ...(type === 'phone' && { from_number: from, to_number: to }),
    ...(type === 'sip' && { sip_data: { ...sipParts('from', from), ...sipParts('to', to) } }),
    headers: [],
    project_id: state.project,
    space_id: state.project,
    ...(parent_id !== null && { parent: { call_id: parent_id, node_id: `${parent_id}@sandbox` } }),
    ...(peer && { peer: { call_id: peer.id, node_id: `${peer.id}@sandbox` } }),
  };
}

/** A SIP address and its parts. */
function sipParts(side: 'from' | 'to', uri: string) {
  const [, user, host] = /^sips?:(?:([^@;?]*)@)?([^;?]*)/.exec(uri) ?? [];
  const known = { uri, ...(user !== undefined && { user }), ...(host !== undefined && { host }) };
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [`sip_${side}_${name}`, value]));
}

type Variables = Readonly<Record<string, unknown>>;

/** Sets a value at a dotted path, or removes it. Copies only the objects on the path. */
export function setPath(vars: Variables, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.').slice(0, MAX_DEPTH);
  const { [name]: current, ...others } = vars;
  if (rest.length === 0) return value === undefined ? others : { ...vars, [name]: value };
  if (value === undefined && !isRecord(current)) return { ...vars };
  return { ...vars, [name]: setPath(isRecord(current) ? current : {}, rest.join('.'), value) };
}
const MAX_DEPTH = 32;
