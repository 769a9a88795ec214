/** The user stopped an input. Its declarations up to that point remain. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted');
  }
}
