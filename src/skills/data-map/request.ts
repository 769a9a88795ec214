import type { WireRequest } from '../../http/index.js';
import type { WebhookDocument } from './document.js';
import { expand, expandAll, type Variables } from './template.js';

export function requestOf(webhook: WebhookDocument, variables: Variables): WireRequest {
  const { form_param, input_args_as_params } = webhook;
  const method = webhook.method.toUpperCase();
  const args = input_args_as_params ? (variables.args as Record<string, unknown>) : {};
  const params = { ...args, ...(expandAll(webhook.params ?? {}, variables) as Record<string, unknown>) };
  const body = webhook.body === undefined ? undefined : expandAll(webhook.body, variables);
  const headers = Object.fromEntries(
    Object.entries(webhook.headers ?? {}).map(([name, value]) => [name.toLowerCase(), expand(value, variables)]),
  );
  const url = withQuery(expand(webhook.url, variables), method === 'GET' || body !== undefined ? params : {});
  const content = body ?? (Object.keys(params).length > 0 ? params : undefined);
  if (method === 'GET' || content === undefined) return { method, url, headers };
  if (form_param !== undefined) {
    const form = new URLSearchParams({ [form_param]: JSON.stringify(content) }).toString();
    return { method, url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: form };
  }
  return { method, url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(content) };
}

function withQuery(url: string, params: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
  if (entries.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(entries)}`;
}
