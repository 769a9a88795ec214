import type { WireRequest, WireResponse } from '../http/index.js';
import type { SecretCutter } from '../redact/index.js';

/** A request and its answer as they were on the wire, secrets cut, long bodies cut short. */
export interface RawExchange {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  readonly response?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

const LONGEST = 64 * 1024;

export function rawExchange(
  request: WireRequest,
  response: WireResponse | undefined,
  secrets: SecretCutter,
): RawExchange {
  const headers = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, secrets.text(value)]));
  return {
    request: { headers: headers(request.headers), body: secrets.text(asText(request.body ?? '')) },
    ...(response && {
      response: { headers: headers(response.headers), body: secrets.text(asText(response.body)) },
    }),
  };
}

function asText(body: string | Uint8Array): string {
  if (typeof body === 'string') return cut(body, body.length);
  const text = new TextDecoder().decode(body.subarray(0, LONGEST));
  return text.includes('�') || text.includes('\0') ? `[${body.length} bytes that are no text]` : cut(text, body.length);
}

const cut = (text: string, length: number) =>
  length <= LONGEST ? text : `${text.slice(0, LONGEST)}\n[… ${length - LONGEST} more]`;
