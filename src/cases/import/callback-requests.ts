import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { keptRequest, keptResponse, textOf, type WebhookEntry } from '../../cassette/index.js';
import { formPairs, groupBy, isPlain, jsonOf } from '../../util/index.js';
import { isOfPlatform } from '../operation-in.js';
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

/** How many other requests a server has for each one that looks like one of the platform. */
const MIN_OTHERS = 5;

/**
 * The requests of an access log that only look like those to the platform, such as the probes of a scanner: the log has
 * no host, mostly other paths, and a refusal for each of them.
 */
export function probesIn(
  found: readonly FoundRequest[],
  fileOf: (request: FoundRequest) => string,
): ReadonlySet<FoundRequest> {
  const ofLogs = found.filter((one) => new URL(one.url).host === 'host.invalid');
  return new Set(
    [...groupBy(ofLogs, fileOf).values()].flatMap((all) => {
      const probes = all.filter(({ url }) => isOfPlatform(new URL(url).pathname));
      const isRefused = probes.every(({ response, body }) => !body && PROBED.has(response?.status ?? 0));
      return isRefused && all.length - probes.length >= MIN_OTHERS * probes.length ? probes : [];
    }),
  );
}

const PROBED: ReadonlySet<number> = new Set([400, 403, 404, 405, 444]);

/** The event of a request that only its path shows as one of the platform. */
const ASSUMED = 'assumed callback';

/** Why a request to another server is one of the platform, if no request of the case gave its address. */
export type CallbackSign = 'body' | 'path';

/** The names in the body of a callback: forms of the compatible API, and JSON for documents, calls and messages. */
const FORM_NAMES = /^(?:Call|Message|Sms|Fax|Conference|Recording|Queue)Sid$/;
const PATH = /(?:^|[/_-])(?:hooks?|web_?hooks?|callbacks?|swml|swaig|post_prompt|cxml|laml|voice|sms|ivr)(?:[/_.-]|$)/i;

/** Undefined if nothing shows that the platform sent it. A path is a sign only if no request went to the platform. */
export function callbackSign(request: FoundRequest, isAlone: boolean): CallbackSign | undefined {
  if (request.method !== 'POST') return undefined;
  if (isCallbackBody(request.body)) return 'body';
  return isAlone && PATH.test(new URL(request.url).pathname) ? 'path' : undefined;
}

function isCallbackBody(body: Uint8Array | undefined): boolean {
  const text = body && Buffer.from(body).toString('utf8');
  const json = text === undefined ? undefined : jsonOf(text);
  const value = isPlain(json) ? json : Object.fromEntries(json === undefined ? (formPairs(text ?? '') ?? []) : []);
  const has = (one: unknown, ...names: readonly string[]) =>
    isPlain(one) && names.every((name) => Object.hasOwn(one, name));
  if (has(value, 'AccountSid') && Object.keys(value).some((name) => FORM_NAMES.test(name))) return true;
  if (/^(?:calling|messaging|queuing|faxing)\./.test(String(value.event_type ?? ''))) return true;
  return has(value.call, 'direction', 'project_id') || has(value, 'project_id', 'status', 'from', 'to');
}

/** A request of the platform to a server of the user, as the log of that server shows it. */
export function webhookOf(found: FoundRequest, host: string, sign?: CallbackSign): WebhookEntry {
  const { method, type, body, response, fault } = found;
  const url = new URL(found.url);
  url.host = host;
  return {
    kind: 'webhook',
    event: sign === 'path' ? ASSUMED : 'callback',
    request: keptRequest({ method, url: url.href, body, type }),
    ...(response ? { response: keptResponse(response) } : fault ? { fault } : { unanswered: true as const }),
  };
}
