import { terminateMainThread } from '../../eval/index.js';

/** How long the executing thread may take to notice an interrupt before its code is terminated from outside. */
const NOTICE_MS = 400;

interface InterruptPorts {
  /** A counter that the executing thread increments for every interrupt that it has noticed. */
  readonly noticed: Int32Array;
  notify(): void;
  onTerminated(): void;
}

/**
 * Interrupts the running cell from the thread of the sockets. A waiting cell receives a message. A cell that computes
 * cannot receive one, so the inspector terminates its execution. The process and its variables survive.
 */
export function interruptCell({ noticed, notify, onTerminated }: InterruptPorts): void {
  const before = Atomics.load(noticed, 0);
  const isWanted = () => Atomics.load(noticed, 0) === before;
  notify();
  setTimeout(() => {
    // Rejects in a Node.js without an inspector.
    if (isWanted()) void terminateMainThread({ isWanted, onEnd: onTerminated }).catch(() => {});
  }, NOTICE_MS);
}
