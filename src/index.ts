// The library as a whole: the client, the skills, and a sandbox to try them on.
export * from './client.js';
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox.js';
// The published declarations of the client and of the skills have these names, so one of the two must win.
export type { Transport, WireRequest, WireResponse } from './skills/index.js';
export * from './skills/index.js';
