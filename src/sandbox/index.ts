export { isSimulated } from './handle.js';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { Snapshot } from './state.js';
