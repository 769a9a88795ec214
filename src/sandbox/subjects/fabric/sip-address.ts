import { kind } from '../../state.js';
import type { Thing } from '../../things.js';

/** Where SIP calls from outside reach a resource. */
export interface SipAddress extends Thing {
  readonly name: string;
  readonly context: string;
  readonly calling_handler_resource_id: string;
}

export const allSipAddresses = kind<SipAddress>('sip_addresses');
