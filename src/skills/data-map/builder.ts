import { copyOf } from '../contract/params.js';
import type { ToolParameter } from '../contract/tool.js';
import type { FunctionResult } from '../function-result/index.js';
import type { DataMapDocument, ExpressionDocument, ForeachDocument, WebhookDocument } from './document.js';

export interface WebhookOptions {
  readonly form_param?: string;
  readonly input_args_as_params?: boolean;
  readonly require_args?: readonly string[];
}

export interface ExpressionRule {
  readonly string: string;
  readonly pattern: string | RegExp;
  readonly output: FunctionResult;
  readonly nomatch_output?: FunctionResult;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface DataMapDraft extends Pick<Writable<DataMapDocument>, 'output' | 'error_keys'> {
  readonly expressions: ExpressionDocument[];
  readonly webhooks: Writable<WebhookDocument>[];
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The types of JSON Schema. */
const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

function documentOf(result: FunctionResult, method: string): ReturnType<FunctionResult['to_dict']> {
  if (typeof result?.to_dict === 'function') return result.to_dict();
  throw new TypeError(`${method}(result): result must be a FunctionResult, such as new FunctionResult('Done.')`);
}

/** Builds a tool that the platform runs by itself: rules for its arguments, requests, and outputs for the responses. */
export class DataMap {
  readonly #name: string;
  readonly #properties: Record<string, ToolParameter> = {};
  // Separate from the properties, because a parameter may have any name, even `_required`.
  readonly #required: string[] = [];
  readonly #map: DataMapDraft = { expressions: [], webhooks: [] };
  #purpose = '';

  /** Starts the data map of the tool with this name. */
  constructor(function_name: string) {
    if (typeof function_name !== 'string' || !/^[\w-]{1,64}$/.test(function_name))
      throw new TypeError('new DataMap(name): name must consist of letters, digits, _ and -, such as tell_joke');
    this.#name = function_name;
  }

  /** Sets the description of the tool, by which the model chooses it. */
  purpose(text: string): this {
    this.#purpose = text;
    return this;
  }

  /** An alias of `purpose`. */
  description(text: string): this {
    return this.purpose(text);
  }

  /** Adds an argument of the tool, of a JSON type such as `string`. */
  parameter(
    name: string,
    type: string,
    description: string,
    { required = false, enum: allowed }: { required?: boolean; enum?: readonly unknown[] } = {},
  ): this {
    if (!TYPES.includes(type))
      throw new TypeError(`parameter(name, type, description): type must be one of ${TYPES.join(', ')}, not ${type}`);
    this.#properties[name] = { type, description, ...(allowed && { enum: [...allowed] }) };
    if (required && !this.#required.includes(name)) this.#required.push(name);
    return this;
  }

  /** Adds a rule: returns `output` if the expanded text matches the pattern. */
  expression(test: string, pattern: string | RegExp, output: FunctionResult, nomatch_output?: FunctionResult): this {
    if (typeof test !== 'string')
      throw new TypeError(
        'expression(test, pattern, output): test must be a string, such as one with the value of an argument',
      );
    this.#map.expressions.push(rule({ string: test, pattern, output, ...(nomatch_output && { nomatch_output }) }));
    return this;
  }

  /** Adds a request. The methods that follow configure this request. */
  webhook(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>> = {},
    { form_param, input_args_as_params, require_args = [] }: WebhookOptions = {},
  ): this {
    if (typeof method !== 'string' || !METHODS.includes(method.toUpperCase()))
      throw new TypeError(`webhook(method, url): method must be one of ${METHODS.join(', ')}, not ${method}`);
    this.#map.webhooks.push({
      url,
      method: method.toUpperCase(),
      ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
      ...(form_param && { form_param }),
      ...(input_args_as_params && { input_args_as_params }),
      ...(require_args.length > 0 && { require_args: [...require_args] }),
    });
    return this;
  }

  /** Adds rules for the response of the last request. The first that matches replaces its output. */
  webhook_expressions(rules: readonly ExpressionRule[]): this {
    this.#last('webhook_expressions').expressions = rules.map(rule);
    return this;
  }

  /** Sets the JSON body of the last request. */
  body(data: Readonly<Record<string, unknown>>): this {
    this.#last('body').body = copyOf(data);
    return this;
  }

  /** Sets the query of the last request, or its body if it is not a GET and has no other. */
  params(data: Readonly<Record<string, unknown>>): this {
    this.#last('params').params = copyOf(data);
    return this;
  }

  /** Builds a text from each item of a list in the response. The output refers to it by `output_key`. */
  foreach(config: ForeachDocument): this {
    const webhook = this.#last('foreach');
    const missing = (['input_key', 'output_key', 'append'] as const).filter((key) => typeof config?.[key] !== 'string');
    if (missing.length > 0) throw new TypeError(`foreach requires ${missing.join(', ')}`);
    webhook.foreach = { ...config };
    return this;
  }

  /** Sets the output of the last request, for a response that succeeds. */
  output(result: FunctionResult): this {
    this.#last('output').output = documentOf(result, 'output');
    return this;
  }

  /** Sets the output for calls in which no rule matched and no request succeeded. */
  fallback_output(result: FunctionResult): this {
    this.#map.output = documentOf(result, 'fallback_output');
    return this;
  }

  /** Sets the response fields that mark a failure: of the last request, or of all requests if there is none yet. */
  error_keys(keys: readonly string[]): this {
    const last = this.#map.webhooks.at(-1);
    if (!last) return this.global_error_keys(keys);
    last.error_keys = [...keys];
    return this;
  }

  /** Sets the response fields that mark a failure of any request. */
  global_error_keys(keys: readonly string[]): this {
    this.#map.error_keys = [...keys];
    return this;
  }

  /** Returns the document of the tool, as the platform reads it. */
  to_swaig_function(): Record<string, unknown> & { function: string; data_map: DataMapDocument } {
    const { expressions, webhooks, output, error_keys } = this.#map;
    const required = this.#required.length > 0 && { required: [...this.#required] };
    return copyOf({
      function: this.#name,
      description: this.#purpose || `Runs ${this.#name.replaceAll('_', ' ')}.`,
      parameters: { type: 'object', properties: this.#properties, ...required },
      data_map: {
        ...(expressions.length > 0 && { expressions }),
        ...(webhooks.length > 0 && { webhooks }),
        ...(output && { output }),
        ...(error_keys && { error_keys }),
      },
    });
  }

  #last(step: string): Writable<WebhookDocument> {
    const last = this.#map.webhooks.at(-1);
    if (!last) throw new TypeError(`${step}() configures a request. Call webhook() first`);
    return last;
  }
}

function rule({ string, pattern, output, nomatch_output }: ExpressionRule): ExpressionDocument {
  return {
    string,
    pattern: pattern instanceof RegExp ? `/${pattern.source}/${pattern.flags}` : pattern,
    output: output.to_dict(),
    ...(nomatch_output && { 'nomatch-output': nomatch_output.to_dict() }),
  };
}
