import { mayBeLoopback } from './connect/loopback.js';
import { type Transport, TransportFault } from './transport.js';

/** What this process may connect to: every host, or only this machine. */
export type Egress = 'open' | 'loopback';

/** Returns the transport that answers requests to an origin in this process, or undefined to connect to it. */
export type AnswerFor = (origin: string) => Transport | undefined;

interface Policy {
  readonly egress: Egress;
  readonly services?: Transport | undefined;
  readonly answerFor?: AnswerFor | undefined;
}

/** Marks the connections of Patchbay's own transports. They reach the host itself, even if a transport answers for it. */
export const DIRECT = Symbol.for('patchbay.direct');

// Several copies of this package may be loaded at once (the bench's own, and one that the user's code imports). They
// share one policy.
const POLICY = Symbol.for('patchbay.egress');
type Shared = { [POLICY]?: Policy };

/** Sets the policy for Patchbay's own transports. `services` answers in place of services out of reach. */
export const setEgress = (egress: Egress, services?: Transport, answerFor?: AnswerFor): void =>
  void ((globalThis as Shared)[POLICY] = { egress, services, answerFor });

/** The transport that answers requests to this origin, whichever client sends them. */
export const answererOf: AnswerFor = (origin) => (globalThis as Shared)[POLICY]?.answerFor?.(origin);

/** Set by `sealNetwork`. */
export const SEAL = Symbol.for('patchbay.sealed');

export const isSealed = (): boolean => SEAL in globalThis;

export function checkEgress(origin: string): void {
  if (isOpenTo(origin)) return;
  throw notAllowed(new URL(origin).host);
}

export const notAllowed = (host: string, unreachable = host): TransportFault =>
  new TransportFault('not_allowed', `${host} is not on this machine. Without --live, no request leaves this machine`, {
    unreachable,
  });

/** Whether this origin may be reached now, for code that opens its own connections. */
export const mayReach = (origin: string): boolean => isOpenTo(origin);

/** The transport that answers in place of a service that may not be reached now. */
export const standInFor = (origin: string): Transport | undefined =>
  isOpenTo(origin) ? undefined : (globalThis as Shared)[POLICY]?.services;

export const isEgressOpen = (): boolean => !isSealed() && ((globalThis as Shared)[POLICY]?.egress ?? 'open') === 'open';

// The connection checks the address of a local name.
const isOpenTo = (origin: string): boolean => isEgressOpen() || mayBeLoopback(new URL(origin).hostname);
