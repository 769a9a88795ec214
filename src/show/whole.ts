import { inspect } from 'node:util';

/** A value to show in full, whatever its length. */
export class Whole {
  constructor(readonly value: unknown) {}
  [inspect.custom](): unknown {
    return this.value;
  }
}
