import { inspect } from 'node:util';

/** A value that is to be shown to its end, however long it is. */
export class Whole {
  constructor(readonly value: unknown) {}
  [inspect.custom](): unknown {
    return this.value;
  }
}
