export type { Snapshot } from './control/snapshot.js';
export { copySandbox, type SandboxCopy } from './copy.js';
export { createSandbox, type SandboxOptions } from './create-sandbox.js';
export type { Ring, RingOptions } from './engine/run/story.js';
export type { StandIn, Webhook, Webhooks } from './outbound/webhooks.js';
export type { RecordedCase } from './populate/recorded-case.js';
export { newSandbox, type Sandbox, type SandboxServer } from './sandbox.js';
