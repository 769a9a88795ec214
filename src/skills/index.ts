export { Agent } from './agent/agent.js';
export type {
  AgentEvents,
  AgentOptions,
  AgentTool,
  DocumentOptions,
  ToolCallOptions,
  ToolExplanation,
} from './agent/agent-options.js';
export type { AgentSettings } from './agent/agent-settings.js';
export { SkillLoadError } from './agent/load.js';
export type { HttpExchange } from './agent/logged-transport.js';
export { exampleCommand, previewSkill, type SkillPreview, skillSummary } from './agent/preview.js';
export type { ToolCall } from './agent/run-tool.js';
/** @internal */
export { skillsCalling } from './builtin/services.js';
export { markFailed, uncaughtToolError } from './contract/current-call.js';
export { missingPackages } from './contract/packages.js';
export type { ParameterEntry, ParameterItem, ParameterSchema } from './contract/parameter-schema.js';
export { COMMON_PARAMETERS, hiddenKey } from './contract/parameter-schema.js';
export { problemsOf } from './contract/params.js';
export type { ArgumentsOf, ParamsOf } from './contract/schema-types.js';
export type { CommandRefusal, Environment, LogLevel, PromptSection, SkillAgent } from './contract/skill-agent.js';
export { promptSection } from './contract/skill-agent.js';
export { ReadySkill, SkillBase, type SkillClass, type SkillExample } from './contract/skill-base.js';
export type {
  CallContext,
  Progress,
  RawData,
  Tool,
  ToolArguments,
  ToolParameter,
  ToolParameters,
  ToolSchema,
} from './contract/tool.js';
export { createExpressionTool, createSimpleApiTool, DataMap, type DataMapDocument } from './data-map/index.js';
export { FunctionResult } from './function-result/index.js';
export {
  createRegistry,
  type RegistryOptions,
  type SkillDescription,
  type SkillInfo,
  SkillRegistry,
  type SkillSource,
} from './registry/registry.js';
export type { AgentServer, ServeOptions } from './serve/index.js';
/** @internal */
export { INVALID_NAME, isSkillName, readSkillFolder, type SkillFolder, type SkillProblem } from './sources/index.js';

// The rest is for skills: the built-in ones import nothing but this module.

export {
  askJson,
  type FailureKind,
  guardedTransport,
  type JsonAnswer,
  kindOfStatus,
  mayBeLoopback,
  type Send,
  ServiceFailure,
  sendAndFollow,
  sendWithRetries,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from '../http/index.js';
export { secretCutter } from '../redact/index.js';
export {
  type BuildProgress,
  buildSummary,
  createIndexFile,
  DEFAULT_EXCLUDES,
  DEFAULT_TYPES,
  type FileIndex,
  type Hit,
  IndexFileError,
  type IndexOptions,
  type IndexStats,
  indexDocuments,
  type NewChunk,
  openCollection,
  openFile,
  openFileIndex,
  type Question,
  remoteAddress,
  remoteSource,
  type SearchQuery,
  type SearchResult,
  type SearchServer,
  type SearchServerOptions,
  type Source,
  type SwsearchWriter,
  secretsIn,
  serveDocuments,
  WouldLose,
} from '../search/index.js';
export {
  attempt,
  beforeOver,
  escaped,
  isMet,
  isPlain,
  jsonOf,
  nearest,
  packageVersion,
  plainLine,
  plainText,
  readFrontMatter,
  shippedPath,
  timerMs,
  withTimeLimit,
} from '../util/index.js';
export {
  CRAWL_DEFAULTS,
  type CrawledPage,
  Crawler,
  type CrawlerOptions,
  type CrawlOptions,
  type CrawlProgress,
  type CrawlResult,
  type CrawlSettings,
  cutMiddle,
  fetchPage,
  type HtmlNode,
  inOneLine,
  isHtml,
  PageError,
  parseHtml,
  type ReadPage,
  textOf,
  treeOf,
} from '../web/index.js';
export { valueAt } from './data-map/template.js';
export { answerOrApology, apology } from './lib/apology.js';
export { ArithmeticError, evaluate } from './lib/arithmetic/index.js';
export { KNOWLEDGE_PARAMETERS, searchAddress, searchFields } from './lib/knowledge.js';
export { nothingIn, nothingInAll, patternOf, plainWord, wordsAsWritten, wordsOf } from './lib/patterns.js';
