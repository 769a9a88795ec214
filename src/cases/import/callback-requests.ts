import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { keptRequest, keptResponse, textOf, type WebhookEntry } from '../../cassette/index.js';
import { formPairs, jsonOf } from '../../util/index.js';
import type { FoundRequest } from './found-request.js';

/** The addresses that the requests of a case gave the platform, so that it calls them. */
export class CallbackAddresses {
  readonly #paths = new Map<string, Set<string>>();

  constructor(documents: readonly CassetteDocument[]) {
    for (const document of documents) {
      if (document.kind !== 'http') continue;
      const { request } = document as CassetteEntry;
      for (const text of request.body && !('base64' in request.body) ? urlsIn(textOf(request.body)) : [])
        this.#add(text);
    }
  }

  #add(text: string): void {
    if (!URL.canParse(text)) return;
    const { host, pathname } = new URL(text);
    if (pathname === '/') return;
    this.#paths.set(pathname, (this.#paths.get(pathname) ?? new Set()).add(host));
  }

  /** The address of a request to a server of the user. An access log has only the path. */
  hostOf({ url }: FoundRequest): string | undefined {
    const { host, pathname } = new URL(url);
    const hosts = this.#paths.get(pathname);
    if (!hosts) return undefined;
    if (hosts.has(host)) return host;
    return host === 'host.invalid' ? [...hosts][0] : undefined;
  }
}

function urlsIn(text: string): string[] {
  const json = jsonOf(text);
  const values = json === undefined ? (formPairs(text) ?? []).map(([, value]) => value) : textsOf(json);
  return values.filter((one) => /^https?:\/\//.test(one));
}

function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 10) return [];
  return Object.values(value).flatMap((one) => textsOf(one, depth + 1));
}

/** A request of the platform to a server of the user, as the log of that server shows it. */
export function webhookOf(found: FoundRequest, host: string): WebhookEntry {
  const { method, type, body, response, fault } = found;
  const url = new URL(found.url);
  url.host = host;
  return {
    kind: 'webhook',
    event: 'callback',
    request: keptRequest({ method, url: url.href, body, type }),
    ...(response ? { response: keptResponse(response) } : { fault: fault ?? 'reset' }),
  };
}
