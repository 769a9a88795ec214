import type { Outcome } from '../bench/index.js';

interface Ending {
  /** Tells the failure as that of an input is told, and answers the exit code. */
  tell(error: unknown): number;
  /** Ends the run in order: what is being recorded is kept. */
  close(): Promise<void>;
}

/** An error that nobody awaited ends a plain run, as it ends a program under node, but is told like any other. */
export function endOnUncaught({ tell, close }: Ending): void {
  let isEnding = false;
  const end = (error: unknown) => {
    if (isEnding) return;
    isEnding = true;
    const code = tell(error);
    const leave = () => process.exit(code);
    close().then(leave, leave);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** How the input ends; it fails when the event loop runs empty while it still waits. */
export async function outcomeOf(running: Promise<Outcome>): Promise<Outcome> {
  let onEmpty = () => {};
  const stuck = new Promise<Outcome>((resolve) => {
    // In another turn of the loop, so that it runs empty once more and what waits for that is done.
    onEmpty = () => void setImmediate(() => resolve({ ok: false, error: new NothingLeft() }));
    process.once('beforeExit', onEmpty);
  });
  try {
    return await Promise.race([running, stuck]);
  } finally {
    process.off('beforeExit', onEmpty);
  }
}

class NothingLeft extends Error {
  override readonly name = 'NothingLeft';
  constructor() {
    super('nothing is left that could settle what this input waits for');
  }
}
