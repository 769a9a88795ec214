import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transport } from '../http/index.js';

/** So long a signal may wait to be heard. */
const TURN_MS = 50;

/**
 * Lets the event loop turn now and then between answers. What answers from memory never waits for it, and code that asks
 * without end would never hear the signal that ends it.
 */
export function inTurns(transport: Transport): Transport {
  let turned = performance.now();
  return {
    async send(request) {
      if (performance.now() - turned >= TURN_MS) {
        await nextTurn();
        turned = performance.now();
      }
      return transport.send(request);
    },
    close: async () => transport.close?.(),
  };
}
