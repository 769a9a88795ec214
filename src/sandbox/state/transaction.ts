/** Undoes the changes of a write that fails. Handlers are synchronous, so two writes never overlap. */
export class Transaction {
  /** The undo steps of the current write, or undefined outside a write. */
  #steps: (() => void)[] | undefined;

  /** Registers a step that undoes the last change. Changes outside a write are final. */
  onUndo(step: () => void): void {
    this.#steps?.push(step);
  }

  /** Runs a write. Undoes all its changes if it throws an error for which `undoes` returns true, or after a trial. */
  run<T>(write: () => T, undoes: (error: unknown) => boolean, { isTrial = false } = {}): T {
    const steps: (() => void)[] = [];
    const undo = () => {
      this.#steps = undefined;
      for (const step of steps.reverse()) step();
    };
    this.#steps = steps;
    try {
      const result = write();
      if (isTrial) undo();
      return result;
    } catch (error) {
      if (undoes(error)) undo();
      throw error;
    } finally {
      this.#steps = undefined;
    }
  }
}
