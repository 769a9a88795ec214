import { isLoopbackAddress, mayBeLoopback } from '../connect/loopback.js';
import { isProxyOf } from '../connect/proxy-settings.js';
import { type AnswerFor, isSealed, notAllowed } from '../egress.js';
import { TransportFault } from '../transport.js';

/** Decides what code in this process, or in one of its threads, may connect to. */
export class Gate {
  constructor(
    readonly isOpen: () => boolean,
    /** In a worker thread, no transport answers. */
    readonly answerFor: AnswerFor = () => undefined,
  ) {}

  /** Why a host may not be reached now. A local name may, but only at a loopback address. */
  refusal(host: string, port?: number, origin?: string): TransportFault | undefined {
    if (isSealed()) return withoutNetwork(host, origin);
    if (this.isOpen()) return undefined;
    if (!mayBeLoopback(host)) return notAllowed(host, origin);
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

const withoutNetwork = (host: string, unreachable = host) =>
  new TransportFault('not_allowed', `${host} cannot be reached: this process has no network`, { unreachable });

/** Copies the properties of a built-in function to its replacement. `util.promisify` reads one of them. */
export function inPlaceOf<F extends object>(original: F, replacement: (...args: never[]) => unknown): F {
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  // The replacement accepts the same arguments and passes them on.
  return replacement as unknown as F;
}
