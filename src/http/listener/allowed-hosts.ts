import { isIP } from 'node:net';
import { mayBeLoopback } from '../connect/loopback.js';

/** A host with an optional port, and nothing that would change the meaning of an address built from it. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{1,5})?$/i;

/**
 * The names a server answers to. A page in a browser can send requests to loopback, so a foreign Host (a DNS name that
 * points here) and a foreign Origin are refused.
 */
export class AllowedHosts {
  readonly #names: readonly string[];
  readonly #anyAddress: boolean;
  /** A client sends the same host with each request. */
  #lastHost: string | undefined;

  /** `anyAddress`: a server that other machines reach cannot list its addresses; no DNS name can look like one. */
  constructor(names: readonly string[], { anyAddress }: { anyAddress: boolean }) {
    this.#names = names;
    this.#anyAddress = anyAddress;
  }

  /** Whether requests to this host are answered; undefined for text that is not a host. */
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
