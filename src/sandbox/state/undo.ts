/** The way back from what a write has done so far; nothing is noted while no write is under way. */
let steps: (() => void)[] | undefined;

/** Notes how to take back what was just done. */
export function undoable(step: () => void): void {
  steps?.push(step);
}

/** Does all of a write, or nothing: where `broke` says so of what it threw, everything it did is taken back. */
export function wholly<T>(write: () => T, broke: (error: unknown) => boolean): T {
  const done: (() => void)[] = [];
  // One list is enough: a request is answered without a pause, so there are never two.
  steps = done;
  try {
    return write();
  } catch (error) {
    steps = undefined;
    if (broke(error)) for (const step of done.reverse()) step();
    throw error;
  } finally {
    steps = undefined;
  }
}
