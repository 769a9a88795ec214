import { inspect } from 'node:util';
import type { SheetPart } from '../util/index.js';

/** A value and a picture of it: as text it is the value alone. */
export class Illustrated {
  constructor(
    readonly value: unknown,
    readonly parts: readonly SheetPart[],
    /** The picture says nearly all: the value is folded away under it. */
    readonly isFolded = false,
  ) {}
  [inspect.custom](): unknown {
    return this.value;
  }
}
