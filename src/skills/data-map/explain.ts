import { isMet } from '../../util/index.js';
import { readPattern } from '../lib/patterns.js';
import type { DataMapDocument } from './document.js';
import type { MissingValues } from './missing-values.js';
import { requestOf } from './request.js';
import { expand, expandAll, type Variables } from './template.js';

export interface ExplainedRule {
  readonly template: string;
  readonly text: string;
  readonly pattern: string;
  readonly matches: boolean;
  readonly output: unknown;
}

export interface ExplainedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The template of the output. Its variables are known only after the response. */
  readonly output?: unknown;
}

export interface Explanation {
  readonly rules: readonly ExplainedRule[];
  readonly requests: readonly ExplainedRequest[];
  readonly fallback?: unknown;
  /** The paths of templates that have no value. */
  readonly warnings?: readonly string[];
}

/** Returns what a data map would do with these variables, with templates filled in. Sends nothing. */
export function explainDataMap(map: DataMapDocument, unwatched: Variables, missing: MissingValues): Explanation {
  const variables = missing.check(map).watch(unwatched);
  const rules = (map.expressions ?? []).map(({ string, pattern, output }) => {
    const text = expand(string, unwatched);
    const matches = isMet(readPattern(pattern), text);
    return { template: string, text, pattern, matches, output: expandAll(output, variables) };
  });
  const requests = (map.webhooks ?? []).map((webhook) => {
    const { method, url, headers, body } = requestOf(webhook, variables);
    const sent = body === undefined ? {} : { body: String(body) };
    return { method, url, headers, ...sent, ...(webhook.output && { output: webhook.output }) };
  });
  const fallback = map.output && { fallback: expandAll(map.output, variables) };
  const { messages } = missing;
  return { rules, requests, ...fallback, ...(messages.length > 0 && { warnings: messages }) };
}
