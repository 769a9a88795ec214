export { setAmbientSignal } from './ambient-signal.js';
export { faultBecause } from './answer-handler.js';
export { mayBeLoopback } from './connect/loopback.js';
export { checkEgress, type Egress, mayReach, setEgress } from './egress.js';
export { enforceEgress } from './enforce-egress.js';
export {
  type Followed,
  type FollowOptions,
  type GuardedOptions,
  guardedTransport,
  privateUrlsAllowed,
  sendAndFollow,
} from './guarded/index.js';
export { type Listener, listen, type Served, type ServedResponse } from './listener/index.js';
export { type LiveOptions, liveTransport } from './live.js';
export { type RetryPolicy, retryAfterSeconds, sendWithRetries } from './retry.js';
export { isSameSecret, newSecret, secretMatcher } from './secrets/secret.js';
export { type FaultKind, type Transport, TransportFault, type WireRequest, type WireResponse } from './transport.js';
