import { isPlain } from '../../util/index.js';
import type { DataMapDocument } from '../data-map/index.js';
import { copyOf } from './params.js';
import type { ArgumentsOf } from './schema-types.js';

/** The JSON schema of one argument. Keywords that are not listed here are copied to the document. */
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

/** The information about a call that a handler gets in addition to its arguments. */
export interface CallContext {
  /** Aborted when the caller cancels, the deadline passes or the skill is removed. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller. */
  progress(step: Progress): void;
}

/** The progress of a call. */
export interface Progress {
  readonly message: string;
  /** How much is done, and the total if it is known. */
  readonly done?: number;
  readonly total?: number;
}

export type ToolArguments = Record<string, unknown>;
export type RawData = Readonly<Record<string, unknown>>;

/** Arguments by name, or a complete object schema. */
export type ToolParameters = Readonly<Record<string, ToolParameter>> | ToolSchema;

export interface Tool<Parameters extends ToolParameters = ToolParameters, Required extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Parameters;
  /** The names of the required arguments, if `parameters` is the short form. */
  readonly required?: readonly Required[];
  /** Returns a `FunctionResult`, a text, or an object. */
  handler(args: ArgumentsOf<Parameters, Required>, raw_data: RawData, context: CallContext): unknown;
  /** Other fields of the tool's document: fillers, wait_file, meta_data … */
  readonly [field: string]: unknown;
}

export interface DefinedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolSchema;
  readonly handler: Tool['handler'];
  /** What the platform runs by itself. The handler does the same locally. */
  readonly data_map?: DataMapDocument;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Fields that `swaig_fields` cannot replace. */
const RESERVED = ['name', 'parameters', 'required', 'handler', 'function', 'data_map'] as const;

export function withFields<T extends object>(tool: T, fields: Readonly<Record<string, unknown>>): T {
  const allowed = Object.entries(fields).filter(([key]) => !RESERVED.includes(key as (typeof RESERVED)[number]));
  return { ...tool, ...Object.fromEntries(allowed) };
}

export function defined(tool: Tool): DefinedTool {
  if (typeof tool !== 'object' || tool === null)
    throw new TypeError(
      "define_tool(tool): tool must be an object, such as { name: 'hello', description: 'Greet', handler: () => 'Hello' }",
    );
  const { name, description, parameters = {}, required = [], handler, ...fields } = tool;
  if (typeof name !== 'string' || !/^[A-Za-z_]\w*$/.test(name))
    throw new TypeError(
      `a tool name must consist of letters, digits and _, and start with no digit, got ${JSON.stringify(name)}`,
    );
  if (typeof handler !== 'function') throw new TypeError(`the tool ${name} has no handler`);
  // Copies the schema, because all instances would share one that is a constant in a file.
  const schema = copyOf(fullSchema(parameters, required));
  return { name, description, parameters: schema, handler: handler.bind(tool), fields: copyOf(fields) };
}

function fullSchema(parameters: ToolParameters, required: readonly string[]): ToolSchema {
  if (isFullSchema(parameters)) return parameters;
  return { type: 'object', properties: parameters, ...(required.length > 0 && { required }) };
}

/** In the short form, an argument can be called `type`, but its value is a schema and not the text `object`. */
const isFullSchema = (parameters: ToolParameters): parameters is ToolSchema =>
  parameters.type === 'object' && isPlain(parameters.properties);
