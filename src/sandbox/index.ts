export type { Snapshot } from './control/snapshot.js';
export { copySandbox, type SandboxCopy } from './copy.js';
export type { Ring, RingOptions } from './engine/run/story.js';
export type { Webhook, Webhooks } from './outbound/webhooks.js';
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox.js';
