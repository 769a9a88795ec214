import { mayBeLoopback, sendAndFollow, type Transport, TransportFault, type WireResponse } from '../../http/index.js';
import { isMet, isPlain, jsonOf } from '../../util/index.js';
import { markFailed } from '../contract/current-call.js';
import type { DataMapReach } from '../contract/skill-agent.js';
import type { RawData, ToolArguments } from '../contract/tool.js';
import { FunctionResult } from '../function-result/index.js';
import { readPattern } from '../lib/patterns.js';
import type {
  DataMapDocument,
  ExpressionDocument,
  ForeachDocument,
  OutputDocument,
  WebhookDocument,
} from './document.js';
import type { MissingValues } from './missing-values.js';
import { requestOf } from './request.js';
import { CLOCK, expand, expandAll, MISSING, type Variables, valueAt } from './template.js';

interface RunOptions extends DataMapReach {
  readonly transport: Transport | undefined;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
  /** Receives the paths of templates that have no value. */
  readonly missing?: MissingValues;
}

const NO_RESULT = 'No result is available.';
const MAX_ITEMS = 100;

/** Runs a data map as the platform would: rules, then requests until one succeeds, then the fallback output. */
export async function runDataMap(
  map: DataMapDocument,
  args: ToolArguments,
  raw_data: RawData,
  options: RunOptions,
): Promise<FunctionResult> {
  const given = variablesOf(args, raw_data, options.now);
  const variables = options.missing?.watch(given) ?? given;
  const matched = byRules(map.expressions, variables);
  if (matched) return resultOf(matched, variables);
  const webhooks = (map.webhooks ?? []).filter(({ require_args = [] }) =>
    require_args.every((name) => Object.hasOwn(args, name)),
  );
  for (const webhook of webhooks) {
    const result = await sendWebhook(webhook, map.error_keys ?? [], variables, options);
    if (result) return result;
  }
  // A fallback after failed requests counts as a failure.
  if (webhooks.length > 0 || !map.output) markFailed();
  return map.output ? resultOf(map.output, variables) : new FunctionResult(NO_RESULT);
}

/** Returns the variables that are available to templates before any request. */
export function variablesOf(
  args: ToolArguments,
  { global_data = {}, meta_data = {} }: RawData,
  now?: () => Date,
): Variables {
  return { args, global_data, meta_data, ...(now && { [CLOCK]: now }) };
}

/** Sends the request of a webhook. Returns undefined if it failed or if its response reports an error. */
async function sendWebhook(
  webhook: WebhookDocument,
  shared: readonly string[],
  variables: Variables,
  { transport, signal, ownOrigin }: RunOptions,
): Promise<FunctionResult | undefined> {
  if (!transport) throw new Error('the agent has no transport for requests');
  let response: WireResponse;
  const request = requestOf(webhook, variables);
  const origin = URL.canParse(request.url) ? new URL(request.url).origin : undefined;
  const isOwn = origin !== undefined && origin === ownOrigin;
  try {
    response = await sendAndFollow(transport, { ...request, signal, ...(isOwn && { allowPrivate: true }) });
  } catch (fault) {
    signal.throwIfAborted();
    // The user must see what a recording lacks and what the policy forbids. A failing service leads to the next
    // request.
    const { kind = '' } = fault as { kind?: string };
    if (kind === 'not_allowed' && origin !== undefined && !isOwn && mayBeLoopback(new URL(origin).hostname))
      throw ownServiceAdvice(origin, fault as TransportFault);
    if (['miss', 'not_allowed'].includes(kind)) throw fault;
    return undefined;
  }
  // The platform treats a response that is not JSON as a failed request.
  const body = jsonOf(Buffer.from(response.body).toString());
  if (response.status < 200 || response.status > 299 || body === undefined) return undefined;
  if ([...shared, ...(webhook.error_keys ?? [])].some((key) => Boolean(valueAt(body, key)))) return undefined;
  const received = withResponse(variables, body);
  const known = webhook.foreach ? withList(webhook.foreach, received) : received;
  const output = byRules(webhook.expressions, known) ?? webhook.output;
  return output && resultOf(output, known);
}

function ownServiceAdvice(origin: string, fault: TransportFault): TransportFault {
  const call = `define_data_map(map, {}, { ownOrigin: '${origin}' })`;
  return new TransportFault('not_allowed', `${fault.message}. If the service is your own, write ${call}`, {
    cause: fault,
  });
}

/** Fields of the response are available with and without the prefix `response.`. A list is available as `array`. */
function withResponse(variables: Variables, body: unknown): Variables {
  const fields = isPlain(body) ? body : {};
  return { ...fields, ...(Array.isArray(body) && { array: body }), response: body, ...variables };
}

function withList(
  { input_key, output_key, append, max = MAX_ITEMS }: ForeachDocument,
  variables: Variables,
): Variables {
  const list = valueAt(variables, input_key) ?? valueAt(variables.response, input_key);
  if (list === undefined) variables[MISSING]?.(input_key, variables);
  const items = Array.isArray(list) ? list.slice(0, max) : [];
  const text = items.map((item) => expand(append, { ...variables, this: item })).join('');
  return { ...variables, [output_key]: text };
}

/** A rule can test whether a value is absent, so the texts of rules are expanded without a report. */
function byRules(rules: readonly ExpressionDocument[] = [], watched: Variables): OutputDocument | undefined {
  const variables = { ...watched, [MISSING]: undefined };
  for (const { string, pattern, output, 'nomatch-output': otherwise } of rules) {
    if (isMet(readPattern(pattern), expand(string, variables))) return output;
    if (otherwise) return otherwise;
  }
  return undefined;
}

const resultOf = (output: OutputDocument, variables: Variables) => FunctionResult.from(expandAll(output, variables));
