import type { Transport } from '../../http/index.js';
import type { SecretRegistry } from '../../redact/index.js';
import type { DataMap } from '../data-map/index.js';
import type { Tool } from './tool.js';

export interface PromptSection {
  readonly title: string;
  readonly body?: string;
  readonly bullets?: readonly string[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a data map may reach when it runs here. */
export interface DataMapReach {
  /** The origin that the user configured, which may be a private one. */
  readonly ownOrigin?: string;
}

/** What a skill may ask of its agent. */
export interface SkillAgent {
  define_tool(tool: Tool): void;
  /** A tool that the platform runs by itself, with further fields of its document. */
  define_data_map(map: DataMap, fields?: Readonly<Record<string, unknown>>, reach?: DataMapReach): void;
  add_hints(hints: readonly string[]): void;
  update_global_data(data: Readonly<Record<string, unknown>>): void;
  prompt_add_section(section: PromptSection): void;
  log(level: LogLevel, message: string): void;
  /** The clock, so that a test or a replay can set it. */
  now(): Date;
  readonly env: Environment;
  /** The one way to a service; what answers depends on the mode. */
  readonly transport: Transport | undefined;
  /** Why commands in the texts of a folder must not run, or undefined when they may. Without it they may. */
  readonly command_refusal?: CommandRefusal | undefined;
  /** Learns the hidden values of skills, so that nothing that is kept or shown holds them. */
  readonly secrets?: SecretRegistry | undefined;
}

export type CommandRefusal = (folder: string) => string | undefined;
