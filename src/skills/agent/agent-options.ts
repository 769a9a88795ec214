import type { Transport } from '../../http/index.js';
import type { SecretRegistry } from '../../redact/index.js';
import type { CommandRefusal, Environment, LogLevel } from '../contract/skill-agent.js';
import type { DefinedTool, Progress, ToolArguments } from '../contract/tool.js';
import type { Explanation } from '../data-map/index.js';
import type { SkillRegistry } from '../registry/registry.js';
import type { HttpExchange } from './logged-transport.js';
import type { ToolCall } from './run-tool.js';

export interface AgentOptions {
  readonly registry?: SkillRegistry;
  readonly env?: Environment;
  readonly now?: () => Date;
  /** How skills reach services. The default reaches the public internet, but no private address. */
  readonly transport?: Transport;
  /** Receives the values of the hidden parameters of each skill as soon as they are resolved. */
  readonly secrets?: SecretRegistry;
  /** Returns whether a placeholder replaces a required secret that is missing. The default is that none does. */
  readonly placeholders?: () => boolean;
  /** Allows a tool or a skill to be defined again, and is called for each. Without it, that is an error. */
  readonly replaced?: (what: string) => void;
  /** Returns why commands in a SKILL.md must not run. By default, they run if the skill allows them. */
  readonly command_refusal?: CommandRefusal;
  /** The timeout of a tool call and of loading a skill. The default is below that of the platform's webhooks. */
  readonly timeout_ms?: number;
}

export interface ToolCallOptions {
  readonly signal?: AbortSignal;
  readonly timeout_ms?: number;
  /** Receives the progress that the tool reports. */
  readonly progress?: (step: Progress) => void;
}

export interface AgentEvents {
  /** A tool call ended, with a result or an error. Hidden values are masked. */
  call: ToolCall;
  /** A skill sent a request, with or without a response. Hidden values are masked. */
  http: HttpExchange;
  log: { readonly level: LogLevel; readonly message: string };
}

export interface DocumentOptions {
  /** Returns the URL at which the platform calls a tool that runs here. */
  readonly web_hook_url?: (tool: string) => string;
  /** Includes hidden values, which some data maps need. Give such a document only to the platform. */
  readonly with_secrets?: boolean;
}

export interface AgentTool extends Omit<DefinedTool, 'handler'> {
  /** The key of the skill that defines the tool. */
  readonly skill?: string;
}

/** What a tool call would do. */
export interface ToolExplanation extends Partial<Explanation> {
  readonly tool: string;
  readonly skill?: string;
  readonly args: ToolArguments;
  readonly runs: 'handler' | 'data_map';
}
