import { Server } from 'node:net';
import { SEAL } from './egress.js';

/**
 * From now on, this process opens no connection at all, not even to this machine, and listens on no port. The seal
 * cannot be removed.
 */
export function sealNetwork(): void {
  // Not writable, so that code of the process cannot open the network again.
  Object.defineProperty(globalThis, SEAL, { value: true });
  const value = () => {
    throw Object.assign(new Error('this process has no network: it listens on no port'), { code: 'ERR_ACCESS_DENIED' });
  };
  Object.defineProperty(Server.prototype, 'listen', { value, writable: false, configurable: false });
}
