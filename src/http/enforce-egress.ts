import { type Egress, setEgress } from './egress.js';
import { interceptNetwork } from './intercept/index.js';
import type { Transport } from './transport.js';

/** Sets the policy for the whole process: Patchbay's own transports, and all other code that opens connections. */
export function enforceEgress(egress: Egress, services?: Transport): void {
  setEgress(egress, services);
  interceptNetwork().update();
}
