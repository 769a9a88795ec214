import type { Outcome } from '../bench/index.js';
import { exit } from './exit.js';

interface Handlers {
  /** Reports the error in the same way as an error of the input, and returns the exit code. */
  report(error: unknown): number;
  /** Closes the bench, which saves the recording. */
  close(): Promise<void>;
}

/**
 * Ends a plain run on an uncaught error, as Node.js does, but reports the error in the usual format. Returns whether it
 * is ending, because closing the bench interrupts the input.
 */
export function endOnUncaught({ report, close }: Handlers): () => boolean {
  let isEnding = false;
  const end = (error: unknown) => {
    if (isEnding) return;
    isEnding = true;
    const code = report(error);
    const leave = () => exit(code);
    close().then(leave, leave);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return () => isEnding;
}

/** Waits for the outcome of the input. Fails if the event loop becomes empty while the input is still pending. */
export async function outcomeOf(running: Promise<Outcome>): Promise<Outcome> {
  let onEmpty = () => {};
  const stuck = new Promise<Outcome>((resolve) => {
    // `setImmediate` runs one more turn of the event loop, so that `beforeExit` fires again and closes the bench.
    onEmpty = () => void setImmediate(() => resolve({ ok: false, error: new NeverSettled() }));
    process.once('beforeExit', onEmpty);
  });
  try {
    return await Promise.race([running, stuck]);
  } finally {
    process.off('beforeExit', onEmpty);
  }
}

class NeverSettled extends Error {
  override readonly name = 'NeverSettled';
  constructor() {
    super('the input waits for a promise that nothing can settle');
  }
}
