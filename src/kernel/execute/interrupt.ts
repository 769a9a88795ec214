import { terminateMainThread } from '../../eval/index.js';

/** How long the executing thread may take to notice before its running code is ended from outside. */
const PATIENCE_MS = 400;

/**
 * Stops the running cell from the sockets' thread. A cell that waits is told; one that computes cannot hear, so its
 * execution is terminated through the inspector: the process and its variables live on.
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
      if (isWanted()) void terminateMainThread({ isWanted, onEnd }).catch(() => {}); // Node without an inspector
    }, PATIENCE_MS);
  }

  return { interrupt };
}
