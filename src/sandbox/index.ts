export type { Ring } from './ring/index.js';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { SandboxServer } from './served.js';
export type { Snapshot } from './snapshot.js';
