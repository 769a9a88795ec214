export { setAmbientSignal } from './ambient-signal.js';
export { faultBecause, isUnsent } from './answer-handler.js';
export { mayBeLoopback } from './connect/loopback.js';
export { type AnswerFor, checkEgress, type Egress, mayReach, setEgress } from './egress.js';
export { fetchTransport } from './fetch-transport.js';
export { type Followed, type FollowOptions, sendAndFollow } from './guarded/follow.js';
export { type GuardedOptions, guardedTransport, privateUrlsAllowed } from './guarded/guarded-transport.js';
export { enforceEgress } from './intercept/index.js';
export { type Listener, listen, type Served, type ServedResponse } from './listener/index.js';
export { jsonResponse, statusText } from './listener/responses.js';
export { type LiveOptions, liveTransport } from './live.js';
export { isLoopbackHost } from './loopback-host.js';
export { type RetryPolicy, retryAfterSeconds, sendWithRetries } from './retry.js';
export { sealNetwork } from './seal-network.js';
export { type BasicAuth, isAuthorized, isSameSecret, newSecret, secretMatcher } from './secrets/secret.js';
export { isStrongSecret, STRENGTH_RULE } from './secrets/strength.js';
export {
  askJson,
  type FailureKind,
  type JsonAnswer,
  kindOfStatus,
  type Send,
  ServiceFailure,
} from './service/ask-json.js';
export {
  type FaultKind,
  isTransportFault,
  type SendContext,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from './transport.js';
