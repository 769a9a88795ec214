import { isIP } from 'node:net';
import { mayBeLoopback } from '../connect/loopback.js';

/** A host with an optional port. Excludes characters that would change the meaning of a URL built from it. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{1,5})?$/i;

/** A web page can send requests to loopback, so a foreign Host header or a foreign Origin is rejected. */
export class AllowedHosts {
  readonly #names: readonly string[];
  readonly #anyAddress: boolean;
  /** Caches the last host, because a client sends the same host with each request. */
  #lastHost: string | undefined;

  /** `anyAddress`: a server that others reach cannot list its addresses, and no DNS name looks like one. */
  constructor(names: readonly string[], { anyAddress }: { anyAddress: boolean }) {
    this.#names = names;
    this.#anyAddress = anyAddress;
  }

  /** Whether requests to this host are accepted. Undefined if the text is not a host. */
  allowsHost(host: string): boolean | undefined {
    if (this.#lastHost === host) return true;
    if (!HOST.test(host)) return undefined;
    const isAllowed = this.allowsOrigin(`http://${host}`);
    if (isAllowed) this.#lastHost = host;
    return isAllowed;
  }

  allowsOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { hostname } = new URL(origin);
    const isAddress = this.#anyAddress && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    return mayBeLoopback(hostname) || this.#names.includes(hostname) || isAddress;
  }
}
