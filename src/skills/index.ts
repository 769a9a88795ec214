export {
  Agent,
  type AgentEvents,
  type AgentOptions,
  type AgentTool,
  type CallOptions,
  type DocumentOptions,
  type ToolExplanation,
} from './agent.js';

export { buildSummary } from './build-summary.js';

export { strayFailure } from './current-call.js';

export { createExpressionTool, createSimpleApiTool, DataMap, type DataMapDocument } from './data-map/index.js';
export { exampleCommand } from './example-command.js';
export { FunctionResult } from './function-result/index.js';
export { missingPackages } from './packages.js';
export type { ParameterEntry, ParameterItem, ParameterSchema } from './parameter-schema.js';
export { previewSkill, type SkillPreview } from './preview.js';
export {
  createRegistry,
  type RegistryOptions,
  type SkillDescription,
  type SkillInfo,
  SkillRegistry,
  type SkillSource,
} from './registry.js';
export type { ToolCall } from './run-tool.js';
export {
  type BuildProgress,
  type IndexOptions,
  indexDocuments,
  type SearchServer,
  type SearchServerOptions,
  serveDocuments,
} from './search-documents.js';
export type { AgentServer, ServeOptions } from './serve/index.js';
export type { CommandRefusal, Environment, LogLevel, PromptSection, SkillAgent } from './skill-agent.js';
export { SkillBase, type SkillClass, type SkillExample } from './skill-base.js';
export { SkillLoadError } from './skill-load-error.js';
export { readSkillFolder, type SkillFolder, type SkillProblem } from './sources/index.js';
export type { CallContext, Progress, RawData, Tool, ToolArguments, ToolParameter, ToolSchema } from './tool.js';
export type { HttpExchange } from './watched-transport.js';
export { WouldLose } from './would-lose.js';
