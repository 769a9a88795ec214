import { type InspectOptions, inspect } from 'node:util';
import { wrapped } from '../../show/index.js';

/** What a dot command has to say: shown as it is, not as a quoted string. */
export class TextAnswer {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
  /** A sentence is broken between its words; what has lines of its own keeps them, and can be copied. */
  [inspect.custom](_depth: number, { breakLength = Number.POSITIVE_INFINITY }: InspectOptions): string {
    return this.text.includes('\n') ? this.text : wrapped(this.text, breakLength).join('\n');
  }
}
