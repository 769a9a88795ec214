import type { Transport } from '../../http/index.js';
import type { SecretRegistry } from '../../redact/index.js';
import type { DataMap } from '../data-map/index.js';
import type { Tool } from './tool.js';

export interface PromptSection {
  readonly title: string;
  readonly body?: string;
  readonly bullets?: readonly string[];
}

/** The prompt of a skill that has one section. */
export const promptSection = (title: string, body: string, bullets: readonly string[]): PromptSection[] => [
  { title, body, bullets },
];

export type Environment = Readonly<Record<string, string | undefined>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The addresses that a data map may reach when it runs here. */
export interface DataMapReach {
  /** The origin that the user configured. It may have a private address. */
  readonly ownOrigin?: string;
}

/** The interface of an agent to its skills. */
export interface SkillAgent {
  define_tool(tool: Tool): void;
  /** Defines a tool that the platform runs by itself. `fields` are added to its document. */
  define_data_map(map: DataMap, fields?: Readonly<Record<string, unknown>>, reach?: DataMapReach): void;
  add_hints(hints: readonly string[]): void;
  update_global_data(data: Readonly<Record<string, unknown>>): void;
  prompt_add_section(section: PromptSection): void;
  log(level: LogLevel, message: string): void;
  /** Returns the time. A test or a replay can set it. */
  now(): Date;
  readonly env: Environment;
  /** The only way to reach a service. The mode decides what answers. */
  readonly transport: Transport | undefined;
  /** Returns why commands in the texts of a folder must not run, or undefined if they may. Without it, they may. */
  readonly command_refusal?: CommandRefusal | undefined;
  /** Receives the hidden values of skills, so that they are removed from everything that is stored or shown. */
  readonly secrets?: SecretRegistry | undefined;
}

export type CommandRefusal = (folder: string) => string | undefined;
