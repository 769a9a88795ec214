import { isIP } from 'node:net';
import { mayBeLoopback } from '../loopback.js';

/**
 * The names a server answers to. A page in a browser can send requests to loopback, so a foreign Host (a DNS name that
 * points here) and a foreign Origin are refused.
 */
export class AllowedHosts {
  readonly #names: readonly string[];
  readonly #anyAddress: boolean;
  /** A client sends the same host with each request. */
  #lastAllowed: string | undefined;

  /** `anyAddress`: a server that other machines reach cannot list its addresses; no DNS name can look like one. */
  constructor(names: readonly string[], { anyAddress }: { anyAddress: boolean }) {
    this.#names = names;
    this.#anyAddress = anyAddress;
  }

  allow(origin: string): boolean {
    if (this.#lastAllowed === origin) return true;
    if (!URL.canParse(origin)) return false;
    const { hostname } = new URL(origin);
    const isAddress = this.#anyAddress && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    if (!mayBeLoopback(hostname) && !this.#names.includes(hostname) && !isAddress) return false;
    this.#lastAllowed = origin;
    return true;
  }
}
