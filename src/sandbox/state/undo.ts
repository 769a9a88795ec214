/** The undo steps of the current write, or undefined outside a write. */
let steps: (() => void)[] | undefined;

/** Registers a step that undoes the last change. */
export function undoable(step: () => void): void {
  steps?.push(step);
}

/** Runs a write. If it throws an error that `broke` accepts, undoes all its changes. */
export function wholly<T>(write: () => T, broke: (error: unknown) => boolean): T {
  const done: (() => void)[] = [];
  // One list is enough: requests are handled synchronously, so two writes never overlap.
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
