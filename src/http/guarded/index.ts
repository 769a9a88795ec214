export { type Followed, type FollowOptions, sendAndFollow } from './follow.js';
export { type GuardedOptions, guardedTransport } from './guarded-transport.js';
