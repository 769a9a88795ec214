import { inspect } from 'node:util';

/** What a dot command has to say: shown as it is, not as a quoted string. */
export class TextAnswer {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
  [inspect.custom](): string {
    return this.text;
  }
}
