/** The user stopped an input. Its declarations up to that point remain. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(message = 'Interrupted') {
    super(message);
  }
}

/**
 * Emitted on `process` in the async context of the code that is about to be terminated. Listeners can find out only
 * then to which input the code belongs.
 */
export const ENDING = 'patchbay:ending';
