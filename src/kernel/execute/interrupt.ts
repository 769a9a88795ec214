import { terminateMainThread } from '../../eval/index.js';

/** How long the executing thread may take to notice an interrupt before its code is terminated from outside. */
const PATIENCE_MS = 400;

/**
 * Interrupts the running cell from the thread of the sockets. A waiting cell receives a message. A cell that computes
 * cannot receive one, so the inspector terminates its execution. The process and its variables survive.
 */
export function createInterrupter(
  noticed: SharedArrayBuffer,
  tell: () => void,
  onEnd: () => void,
): { interrupt(): void } {
  const counter = new Int32Array(noticed);

  function interrupt(): void {
    const before = Atomics.load(counter, 0);
    const isWanted = () => Atomics.load(counter, 0) === before;
    tell();
    setTimeout(() => {
      if (isWanted()) void terminateMainThread({ isWanted, onEnd }).catch(() => {}); // this Node.js has no inspector
    }, PATIENCE_MS);
  }

  return { interrupt };
}
