export { type Followed, type FollowOptions, sendAndFollow } from './follow.js';
export { type GuardedOptions, guardedTransport, privateUrlsAllowed } from './guarded-transport.js';
