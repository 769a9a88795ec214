import { linearRegExp } from '../../../util/index.js';
import { type Budget, ExpressionError } from './budget.js';

export interface Match {
  readonly index: number;
  readonly text: string;
  readonly groups: readonly (string | undefined)[];
}

const MAX_TEXT = 2 ** 16;

/** A regular expression of a document. It runs in linear time, so no text can make it hang. */
export class Pattern {
  readonly source: RegExp;
  readonly #compiled: NonNullable<ReturnType<typeof linearRegExp>>;

  constructor(source: RegExp) {
    const compiled = linearRegExp(source);
    if (!compiled)
      throw new ExpressionError(
        `the sandbox cannot run the regular expression ${source}: remove lookahead, backreferences and the flags m, v and y`,
      );
    this.source = source;
    this.#compiled = compiled;
  }

  get isGlobal(): boolean {
    return this.source.global;
  }

  /** The matches in a text from left to right. */
  *matches(text: string, budget: Budget): Generator<Match> {
    if (text.length > MAX_TEXT)
      throw new ExpressionError(
        `a regular expression can read up to ${MAX_TEXT.toLocaleString('en-US')} characters; the text has ${text.length.toLocaleString('en-US')}`,
      );
    const matcher = this.#compiled.matcher(text);
    budget.step(1 + text.length);
    while (matcher.find()) {
      const index = matcher.start();
      const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? undefined);
      yield { index, text: matcher.group() ?? '', groups };
      // A match reads up to the end of the text in the worst case.
      budget.step(1 + Math.floor((text.length - index) / 8));
    }
  }

  first(text: string, budget: Budget): Match | undefined {
    for (const match of this.matches(text, budget)) return match;
    return undefined;
  }
}
