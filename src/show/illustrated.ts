import { inspect } from 'node:util';
import type { SheetPart } from '../util/index.js';

/** A value and a picture of it. As text, only the value is shown. */
export class Illustrated {
  constructor(
    readonly value: unknown,
    readonly parts: readonly SheetPart[],
    /** Whether the value is collapsed below the picture, because the picture shows most of it. */
    readonly isFolded = false,
  ) {}
  [inspect.custom](): unknown {
    return this.value;
  }
}
