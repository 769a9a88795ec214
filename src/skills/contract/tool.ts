import type { DataMapDocument } from '../data-map/index.js';
import { isPlain } from './parameter-schema.js';
import { copyOf } from './params.js';

/** JSON schema of one argument; keywords that are not listed here pass through to the document. */
export interface ToolParameter {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ToolParameter;
  readonly properties?: Readonly<Record<string, ToolParameter>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ToolParameter>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** What a handler can know about the call beside its arguments. */
export interface CallContext {
  /** Aborted when the caller gives up, the deadline passes or the skill is removed. */
  readonly signal: AbortSignal;
  /** Tells whoever waits how far the work is. */
  progress(step: Progress): void;
}

/** How far a call is. */
export interface Progress {
  readonly message: string;
  /** How much of it is done, and how much there is in all, where that is known. */
  readonly done?: number;
  readonly total?: number;
}

export type ToolArguments = Record<string, unknown>;
export type RawData = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Arguments by name, or a whole object schema. */
  readonly parameters?: Readonly<Record<string, ToolParameter>> | ToolSchema;
  /** Names of the arguments that must be there, when `parameters` is the short form. */
  readonly required?: readonly string[];
  /** Answers a `FunctionResult`, a text, or an object. */
  handler(args: ToolArguments, raw_data: RawData, context: CallContext): unknown;
  /** Further fields of the tool's document: fillers, wait_file, meta_data … */
  readonly [field: string]: unknown;
}

/** A tool as an agent keeps it. */
export interface DefinedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolSchema;
  readonly handler: Tool['handler'];
  /** What the platform runs by itself; the handler does the same here. */
  readonly data_map?: DataMapDocument;
  /** Everything else that the tool carries. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** `swaig_fields` cannot replace these. */
const RESERVED = ['name', 'description', 'parameters', 'required', 'handler', 'function', 'data_map'] as const;

/** The tool with the caller's fields on top, reserved keys aside. */
export function withFields<T extends object>(tool: T, fields: Readonly<Record<string, unknown>>): T {
  const allowed = Object.entries(fields).filter(([key]) => !RESERVED.includes(key as (typeof RESERVED)[number]));
  return { ...tool, ...Object.fromEntries(allowed) };
}

export function defined(tool: Tool): DefinedTool {
  const { name, description, parameters = {}, required = [], handler, ...fields } = tool;
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new TypeError(`a tool name is letters, digits and _, not ${JSON.stringify(name)}`);
  if (typeof handler !== 'function') throw new TypeError(`tool ${name} has no handler`);
  // Copies: a schema written once in a file would be shared by all instances.
  const schema = copyOf(wholeSchema(parameters, required));
  return { name, description, parameters: schema, handler: handler.bind(tool), fields: copyOf(fields) };
}

function wholeSchema(parameters: NonNullable<Tool['parameters']>, required: readonly string[]): ToolSchema {
  if (isWhole(parameters)) return parameters;
  return { type: 'object', properties: parameters, ...(required.length > 0 && { required }) };
}

/** The short form can have an argument called `type`, but not with the text `object` as its schema. */
const isWhole = (parameters: NonNullable<Tool['parameters']>): parameters is ToolSchema =>
  parameters.type === 'object' && isPlain(parameters.properties);
