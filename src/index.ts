// The library as a whole: the client, the skills, and a sandbox to try them on.
export {
  type CallOptions,
  operations,
  PhoneCallHandler,
  PlatformRestError,
  RestClient,
  type RestClientOptions,
} from './client/index.js';
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from './sandbox/index.js';
export { Agent, createRegistry, DataMap, FunctionResult, SkillBase, SkillRegistry } from './skills/index.js';
