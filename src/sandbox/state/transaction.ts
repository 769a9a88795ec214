/** Undoes the changes of a write that fails. Handlers are synchronous, so two writes never overlap. */
export class Transaction {
  /** The undo steps of the current write, or undefined outside a write. */
  #steps: (() => void)[] | undefined;

  /** Registers a step that undoes the last change. Changes outside a write are final. */
  onUndo(step: () => void): void {
    this.#steps?.push(step);
  }

  /** Runs a write. If it throws an error for which `undoes` returns true, undoes all its changes. */
  run<T>(write: () => T, undoes: (error: unknown) => boolean): T {
    const steps: (() => void)[] = [];
    this.#steps = steps;
    try {
      return write();
    } catch (error) {
      this.#steps = undefined;
      if (undoes(error)) for (const step of steps.reverse()) step();
      throw error;
    } finally {
      this.#steps = undefined;
    }
  }
}
