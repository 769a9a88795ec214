import stringWidth from 'string-width';
import { clean } from './clean.js';

const MIN_WIDTH = 10;

/**
 * Puts a mark before each line of a stream of text, so that the text of a stranger does not look like a line of Patchbay.
 * With `columns`, long lines are broken, because a terminal would continue them in a line without a mark.
 */
export class MarkedLines {
  readonly #mark: string;
  readonly #width: number;
  /** The width of the unfinished line. Undefined at the start of a line. */
  #used: number | undefined;

  constructor(mark: string, columns = Number.POSITIVE_INFINITY) {
    this.#mark = mark;
    this.#width = Math.max(MIN_WIDTH, columns - 1 - mark.length);
  }

  /** Returns the next part of the text with marks. */
  add(text: string): string {
    return clean(text)
      .split('\n')
      .map((part, index) => (index === 0 ? '' : this.#ended()) + this.#line(part))
      .join('');
  }

  /** Ends an unfinished line. */
  end(): string {
    return this.#used === undefined ? '' : this.#ended();
  }

  #ended(): string {
    const line = this.#used === undefined ? `${this.#mark.trimEnd()}\n` : '\n';
    this.#used = undefined;
    return line;
  }

  #line(text: string): string {
    if (text === '') return '';
    if (this.#used === undefined && this.#width === Number.POSITIVE_INFINITY) {
      this.#used = 0;
      return this.#mark + text;
    }
    if (this.#width === Number.POSITIVE_INFINITY) return text;
    let out = '';
    for (const sign of text.replaceAll('\t', '    ')) {
      const width = sign >= ' ' && sign <= '~' ? 1 : stringWidth(sign);
      if (this.#used === undefined || this.#used + width > this.#width) {
        out += `${this.#used === undefined ? '' : '\n'}${this.#mark}`;
        this.#used = 0;
      }
      out += sign;
      this.#used += width;
    }
    return out;
  }
}
