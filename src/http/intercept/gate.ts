import { isLoopbackAddress, mayBeLoopback } from '../connect/loopback.js';
import { isProxyOf } from '../connect/proxy-settings.js';
import { notAllowed } from '../egress.js';
import { TransportFault } from '../transport.js';

/** Decides what code in this process, or in one of its threads, may connect to. */
export class Gate {
  /** Whether every host may be reached now. */
  readonly isOpen: () => boolean;

  constructor(isOpen: () => boolean) {
    this.isOpen = isOpen;
  }

  /**
   * The reason why a host may not be reached now, or undefined if it may. A local name is allowed, but its connection
   * must then accept only loopback addresses.
   */
  refusal(host: string, port?: number): TransportFault | undefined {
    if (this.isOpen()) return undefined;
    if (!mayBeLoopback(host)) return notAllowed(host);
    if (port === undefined || !isProxyOf(process.env, host, port)) return undefined;
    const why = `${host}:${port} is a proxy to other machines, and nothing leaves this one without --live`;
    return new TransportFault('not_allowed', why);
  }

  /** Whether an open connection to this address stays on this machine. */
  isLocal(address: string | undefined, port?: number): boolean {
    if (address === undefined || !isLoopbackAddress(address)) return false;
    return port === undefined || !isProxyOf(process.env, address, port);
  }
}
