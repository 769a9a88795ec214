export { setAmbientSignal } from './ambient-signal.js';
export { faultBecause } from './answer-handler.js';
export { mayBeLoopback } from './connect/loopback.js';
export { checkEgress, type Egress, mayReach, setEgress } from './egress.js';
export {
  type Followed,
  type FollowOptions,
  type GuardedOptions,
  guardedTransport,
  privateUrlsAllowed,
  sendAndFollow,
} from './guarded/index.js';
export { enforceEgress } from './intercept/index.js';
export { type Listener, listen, type Served, type ServedResponse } from './listener/index.js';
export { jsonResponse } from './listener/responses.js';
export { type LiveOptions, liveTransport } from './live.js';
export { type RetryPolicy, retryAfterSeconds, sendWithRetries } from './retry.js';
export { type BasicAuth, isAuthorized, isSameSecret, newSecret, secretMatcher } from './secrets/secret.js';
export { askJson, type JsonAnswer, type Send } from './service/ask-json.js';
export { type FailureKind, kindOfStatus, ServiceFailure } from './service/service-failure.js';
export {
  type FaultKind,
  type SendContext,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from './transport.js';
