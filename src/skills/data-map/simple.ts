import { FunctionResult } from '../function-result/index.js';
import { DataMap } from './builder.js';

interface SimpleParameter {
  readonly type: string;
  readonly description: string;
  readonly required?: boolean;
  readonly enum?: readonly unknown[];
}

type SimpleParameters = Readonly<Record<string, SimpleParameter>>;

export function createSimpleApiTool(
  name: string,
  {
    url,
    response_template,
    parameters = {},
    method = 'GET',
    headers = {},
    body,
    error_keys,
  }: {
    url: string;
    response_template: string;
    parameters?: SimpleParameters;
    method?: string;
    headers?: Readonly<Record<string, string>>;
    body?: Readonly<Record<string, unknown>>;
    error_keys?: readonly string[];
  },
): DataMap {
  const map = withParameters(new DataMap(name), parameters).webhook(method, url, headers);
  if (body) map.body(body);
  if (error_keys) map.error_keys(error_keys);
  return map.output(new FunctionResult(response_template));
}

/** Creates a tool that has only rules: a text to test, a pattern, and the output. */
export function createExpressionTool(
  name: string,
  {
    patterns,
    parameters = {},
  }: {
    patterns: readonly (readonly [test: string, pattern: string | RegExp, output: FunctionResult])[];
    parameters?: SimpleParameters;
  },
): DataMap {
  const map = withParameters(new DataMap(name), parameters);
  for (const [test, pattern, output] of patterns) map.expression(test, pattern, output);
  return map;
}

function withParameters(map: DataMap, parameters: SimpleParameters): DataMap {
  for (const [name, { type, description, ...more }] of Object.entries(parameters)) {
    map.parameter(name, type, description, more);
  }
  return map;
}
