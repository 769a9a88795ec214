import { isLoopback } from './loopback.js';
import { TransportFault } from './transport.js';

/** What may leave this process: everything, as in any program, or what stays on this machine. */
export type Egress = 'open' | 'loopback';

// Several copies of this package may be loaded at once (the bench's own and one that the user's code imports);
// they share one policy.
const POLICY = Symbol.for('patchbay.egress');
type Shared = { [POLICY]?: Egress };

export const setEgress = (egress: Egress): void => void ((globalThis as Shared)[POLICY] = egress);

/** Throws when this origin may not be reached now. */
export function checkEgress(origin: string): void {
  if (((globalThis as Shared)[POLICY] ?? 'open') === 'open') return;
  const { host, hostname } = new URL(origin);
  if (isLoopback(hostname)) return;
  throw new TransportFault('not_allowed', `${host} is not on this machine, and nothing leaves it without --live`);
}
