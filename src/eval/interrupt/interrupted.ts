/** The user stopped an input. Its declarations up to that point remain. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(message = 'Interrupted') {
    super(message);
  }
}

/**
 * Emitted in the async context of the code to terminate, which only then shows to which input it belongs. Listeners get its
 * stack.
 */
export const ENDING = 'patchbay:ending';
