import { mayBeLoopback } from './loopback.js';
import { type Transport, TransportFault } from './transport.js';

/** What may leave this process: everything, as in any program, or what stays on this machine. */
export type Egress = 'open' | 'loopback';

interface Policy {
  readonly egress: Egress;
  readonly services?: Transport | undefined;
}

// Several copies of this package may be loaded at once (the bench's own and one that the user's code imports);
// they share one policy.
const POLICY = Symbol.for('patchbay.egress');
type Shared = { [POLICY]?: Policy };

/** While nothing may leave, `services` stands in for the services that guarded transports would reach. */
export const setEgress = (egress: Egress, services?: Transport): void =>
  void ((globalThis as Shared)[POLICY] = { egress, services });

/** Throws when this origin may not be reached now. */
export function checkEgress(origin: string): void {
  if (isOpenTo(origin)) return;
  const { host } = new URL(origin);
  throw new TransportFault('not_allowed', `${host} is not on this machine, and nothing leaves it without --live`);
}

/** Whether this origin may be reached now, for what makes connections of its own. */
export const mayReach = (origin: string): boolean => isOpenTo(origin);

/** Who answers in place of a service that may not be reached now. */
export const standInFor = (origin: string): Transport | undefined =>
  isOpenTo(origin) ? undefined : (globalThis as Shared)[POLICY]?.services;

const isOpenTo = (origin: string): boolean =>
  ((globalThis as Shared)[POLICY]?.egress ?? 'open') === 'open' || mayBeLoopback(new URL(origin).hostname);
