import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { allDomains } from '../domain_applications.js';
import { allNumbers } from '../phone_numbers.js';
import { allSipAddresses } from './addresses/sip_addresses.js';
import { ofType } from './store/store.js';

function* handledBy(state: State, id: string): Generator<string> {
  for (const { number, calling_handler_resource_id, messaging_handler_resource_id } of allNumbers(state))
    if (id === calling_handler_resource_id || id === messaging_handler_resource_id) yield `the number ${number}`;
  for (const { identifier, calling_handler_resource_id } of allDomains(state))
    if (id === calling_handler_resource_id) yield `the domain application ${identifier}`;
  for (const { name, calling_handler_resource_id } of allSipAddresses(state))
    if (id === calling_handler_resource_id) yield `the SIP address ${name}`;
  for (const { own } of ofType('sip_endpoint')(state))
    if (id === own.calling_handler_resource_id) yield `the SIP endpoint ${own.username}`;
}

const ASSIGNED = 'resource_assigned_as_handler';

/** Throws if the resource handles anything. Assumed from the platform's error code `resource_assigned_as_handler`. */
export function mustBeUnassigned(state: State, id: string): void {
  for (const what of handledBy(state, id))
    throw invalid({ message: `it handles ${what}: assign another handler first`, code: ASSIGNED });
}
