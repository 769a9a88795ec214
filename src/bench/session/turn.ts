import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keys, signals and the screen can wait this long without a noticeable delay. */
const MOST_MS = 20;
let turnedAt = performance.now();
let pending: Promise<void> | undefined;

/**
 * Returns a promise for the next turn of the event loop when one is due. Transports in this process answer without a
 * turn of the event loop, so a loop of awaited requests would block keys, signals and timers. Requests that arrive
 * while a turn is pending wait for the same turn and continue in order, so that the same calls get the same responses.
 */
export function dueTurn(): Promise<void> | undefined {
  if (!pending && performance.now() - turnedAt >= MOST_MS) pending = turn();
  return pending;
}

async function turn(): Promise<void> {
  await nextTurn();
  turnedAt = performance.now();
  pending = undefined;
}
