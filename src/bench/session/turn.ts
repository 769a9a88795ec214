import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long nobody notices that keys, signals and the screen wait. */
const MOST_MS = 20;
let turnedAt = performance.now();
let pending: Promise<void> | undefined;

/**
 * What answers from this process answers without a turn of the event loop, so a loop of awaited requests would keep
 * everything else from ever happening: keys, signals, timers. Undefined while no turn is due. All that are asked
 * meanwhile wait for the same one, and go on in their order: the same calls have the same answers.
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
