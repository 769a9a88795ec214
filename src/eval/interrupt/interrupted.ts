/** The user stopped an input. What it had declared until then stays. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted');
  }
}
