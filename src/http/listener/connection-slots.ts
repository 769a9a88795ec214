import { isIP } from 'node:net';

export interface SlotLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
}

/** Counts open connections, in total and for each client, so that one client cannot take all of them. */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  readonly #byClient = new Map<string, number>();
  #total = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Takes a slot and returns a function that releases it. Returns undefined if the client has reached its limit. */
  take(address: string | undefined): (() => void) | undefined {
    const client = clientOf(address);
    const open = this.#byClient.get(client) ?? 0;
    if (this.#total >= this.#limits.maxConnections || open >= this.#limits.maxConnectionsPerClient) return undefined;
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

/**
 * An IPv4 address, or the /64 network of an IPv6 address, because one machine usually has all addresses of its network.
 */
export function clientOf(address = ''): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  // URL writes an IPv6 address without dots and with at most one gap.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const gap = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...gap, ...after].slice(0, 4).join(':');
}
