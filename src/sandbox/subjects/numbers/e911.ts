import type { State } from '../../state/state.js';
import { allAddresses } from '../addresses.js';
import { notInProject } from '../refusals.js';

/** The emergency address of a number, and the step that the carrier is processing or has processed. */
export interface E911 {
  readonly address_id: string;
  readonly requested_at: string;
  readonly step: 'registering' | 'failing' | 'removing';
}

/** How long the carrier takes. Assumed: the platform does not document it. */
const TAKES_MS = 30_000;
const STATUSES = {
  registering: ['pending', 'active'],
  failing: ['pending', 'failed'],
  removing: ['pending_removal', 'unregistered'],
} as const;

export function e911Of(state: State, { e911 }: { readonly e911?: E911 }) {
  if (!e911) return { e911_address_id: null, e911_status: null };
  const isDone = state.clock.now().getTime() >= Date.parse(e911.requested_at) + TAKES_MS;
  const e911_status = STATUSES[e911.step][isDone ? 1 : 0];
  return { e911_address_id: e911_status === 'unregistered' ? null : e911.address_id, e911_status };
}

export function registering(state: State, addressId: string, attribute: string): E911 {
  const address = allAddresses(state).get(addressId);
  if (!address) throw notInProject(attribute, 'create the address with addresses.create');
  // Only an address that was validated by the carrier passes.
  const step = address.emergency_enabled === true ? 'registering' : 'failing';
  return { address_id: address.id, requested_at: state.clock.now().toISOString(), step };
}
