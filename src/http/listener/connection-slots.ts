import { isIP } from 'node:net';
import { groupsOf } from '../guarded/public-address.js';

export interface SlotLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
}

/** Counts open connections, in total and for each client, so that one client cannot take all of them. */
export class ConnectionSlots {
  readonly #byClient = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Takes a slot and returns a function that releases it. Returns undefined if the client has reached its limit. */
  take(address: string | undefined): (() => void) | undefined {
    const client = clientOf(address);
    const open = this.#byClient.get(client) ?? 0;
    if (this.#total >= this.limits.maxConnections || open >= this.limits.maxConnectionsPerClient) return undefined;
    this.#total++;
    this.#byClient.set(client, open + 1);
    return () => this.#release(client);
  }

  #release(client: string): void {
    this.#total--;
    const open = (this.#byClient.get(client) ?? 1) - 1;
    if (open === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, open);
  }
}

/** An IPv4 address, or the /64 network of an IPv6 address, because one machine usually has all of it. */
export function clientOf(address = ''): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const network = groupsOf(plain).slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
}
