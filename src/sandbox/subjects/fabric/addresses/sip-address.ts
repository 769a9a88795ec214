import type { Item } from '../../../state/resources.js';
import { collection } from '../../../state/state.js';

/** An address at which SIP calls from outside reach a resource. */
export interface SipAddress extends Item {
  readonly name: string;
  readonly user: string;
  readonly context: string;
  readonly calling_handler_resource_id: string;
}

export const allSipAddresses = collection<SipAddress>('sip_addresses');
