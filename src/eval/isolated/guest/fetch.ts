import type { Door } from './offered.js';

interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface Init {
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** `fetch` with texts as bodies. The host sends the requests that stand for the platform, and no others. */
export function guestFetch(door: Door, subject: string) {
  return async (input: unknown, { method = 'GET', headers = {}, body }: Init = {}) => {
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError(`${subject} can send texts as bodies only`);
    const pairs = Array.isArray(headers) ? headers : Object.entries(headers as object);
    const sent = {
      url: String(input),
      method: String(method),
      headers: pairs.map(([name, value]) => [String(name), String(value)]),
      ...(typeof body === 'string' && { body }),
    };
    return responseOf((await door.call({ path: 'fetch', args: [sent] })) as Received);
  };
}

function responseOf({ status, statusText, url, headers, body }: Received) {
  const fields = new Map(headers);
  const header = {
    get: (name: unknown) => fields.get(String(name).toLowerCase()) ?? null,
    has: (name: unknown) => fields.has(String(name).toLowerCase()),
    entries: () => fields.entries(),
    [Symbol.iterator]: () => fields.entries(),
  };
  const ok = status >= 200 && status <= 299;
  return { ok, status, statusText, url, headers: header, text: async () => body, json: async () => JSON.parse(body) };
}
