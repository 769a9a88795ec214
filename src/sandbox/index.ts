export type { Snapshot } from './control/snapshot.js';
export { copySandbox, type SandboxCopy } from './copy.js';
export type { Webhook, Webhooks } from './outbound/webhooks.js';
export type { Ring, RingOptions } from './ring/ring.js';
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox.js';
