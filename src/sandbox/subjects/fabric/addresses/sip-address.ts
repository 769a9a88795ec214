import type { Thing } from '../../../state/resources.js';
import { kind } from '../../../state/state.js';

/** An address at which SIP calls from outside reach a resource. */
export interface SipAddress extends Thing {
  readonly name: string;
  readonly context: string;
  readonly calling_handler_resource_id: string;
}

export const allSipAddresses = kind<SipAddress>('sip_addresses');
