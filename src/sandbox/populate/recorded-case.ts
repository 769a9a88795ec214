import { formPairs, jsonOf as parsed } from '../../util/index.js';
import { isRecord } from '../request/read-json.js';

type Fields = Readonly<Record<string, unknown>>;

/** A recorded body. Binary data describes no resource. */
type Body = { readonly json?: unknown } | { readonly text: string } | { readonly base64: string };

/** A recording as far as a sandbox reads it: a header and the entries. `openCassette` returns one. */
export interface RecordedCase {
  readonly header?: { readonly clock?: string | undefined; readonly recorded_at?: string | undefined };
  readonly documents: readonly { readonly kind: string }[];
}

/** An entry of the kind `http`. */
export interface Exchange {
  readonly kind: 'http';
  readonly request: { readonly method: string; readonly url: string; readonly body?: Body | undefined };
  readonly response?: { readonly status: number; readonly body?: Body | undefined } | undefined;
}

export const isExchange = (document: { readonly kind: string }): document is Exchange => document.kind === 'http';

/** The time at which a recording starts. */
export function startOf({ header }: RecordedCase): string | undefined {
  const time = header?.clock ?? header?.recorded_at;
  return time === undefined || Number.isNaN(Date.parse(time)) ? undefined : time;
}

/** The fields of a JSON body or a form. */
export function fieldsOf(body: Body | undefined): Fields {
  const value = jsonOf(body);
  if (isRecord(value)) return value;
  return body && 'text' in body && /^[\w.%+~*-]+=/.test(body.text)
    ? Object.fromEntries(formPairs(body.text) ?? [])
    : {};
}

export function jsonOf(body: Body | undefined): unknown {
  if (body === undefined || 'base64' in body) return undefined;
  if (!('text' in body)) return body.json;
  // A text that is not JSON describes no resource.
  return parsed(body.text);
}
