export {
  Agent,
  type AgentEvents,
  type AgentOptions,
  type AgentTool,
  type CallOptions,
  type DocumentOptions,
  type ToolExplanation,
} from './agent/agent.js';
export { strayFailure } from './agent/current-call.js';
export type { HttpExchange } from './agent/logged-transport.js';
export type { ToolCall } from './agent/run-tool.js';
export { buildSummary } from './build-summary.js';
export { missingPackages } from './contract/packages.js';
export type { ParameterEntry, ParameterItem, ParameterSchema } from './contract/parameter-schema.js';
export type { CommandRefusal, Environment, LogLevel, PromptSection, SkillAgent } from './contract/skill-agent.js';
export { SkillBase, type SkillClass, type SkillExample } from './contract/skill-base.js';
export { SkillLoadError } from './contract/skill-load-error.js';
export type {
  CallContext,
  Progress,
  RawData,
  Tool,
  ToolArguments,
  ToolParameter,
  ToolSchema,
} from './contract/tool.js';
export { createExpressionTool, createSimpleApiTool, DataMap, type DataMapDocument } from './data-map/index.js';
export { FunctionResult } from './function-result/index.js';
export { exampleCommand } from './registry/example-command.js';
export { previewSkill, type SkillPreview } from './registry/preview.js';
export {
  createRegistry,
  type RegistryOptions,
  type SkillDescription,
  type SkillInfo,
  SkillRegistry,
  type SkillSource,
} from './registry/registry.js';
export {
  type BuildProgress,
  type IndexOptions,
  indexDocuments,
  type SearchServer,
  type SearchServerOptions,
  serveDocuments,
} from './search-documents.js';
export type { AgentServer, ServeOptions } from './serve/index.js';
export { readSkillFolder, type SkillFolder, type SkillProblem } from './sources/index.js';
export { WouldLose } from './would-lose.js';
