/** The code that closes a style, by the code that opens it. */
const CLOSED_BY: Readonly<Record<number, number>> = { 1: 22, 2: 22, 3: 23, 4: 24, 7: 27, 9: 29, 53: 55 };
const CLOSING = new Set([22, 23, 24, 27, 29, 39, 49, 55]);
const RESET = '\x1b[0m';

/**
 * The colours and weights of a text that is passed on sequence by sequence. Sequences that hide text or make it blink
 * are removed, because data could use them to disguise itself.
 */
export class Styles {
  /** The closing codes of the open styles. */
  readonly #open = new Set<number>();

  /** Returns the allowed part of a sequence, or an empty string. */
  kept(sequence: string): string {
    const codes = sequence.slice(2, -1).split(';').map(Number);
    const kept: number[] = [];
    for (let index = 0; index < codes.length; index++) {
      const code = codes[index] as number;
      // A colour of 256 (`38;5;N`) or of all (`38;2;R;G;B`).
      const more = code === 38 || code === 48 ? (codes[index + 1] === 5 ? 2 : codes[index + 1] === 2 ? 4 : 0) : 0;
      if (this.#take(code)) kept.push(...codes.slice(index, index + 1 + more));
      index += more;
    }
    return kept.length === 0 ? '' : `\x1b[${kept.join(';')}m`;
  }

  /** Closes all open styles, so that they do not continue after the text. */
  get end(): string {
    return this.#open.size > 0 ? RESET : '';
  }

  #take(code: number): boolean {
    const closer = CLOSED_BY[code] ?? closerOfColour(code);
    if (code === 0) this.#open.clear();
    else if (CLOSING.has(code)) this.#open.delete(code);
    else if (closer !== undefined) this.#open.add(closer);
    else return false;
    return true;
  }
}

function closerOfColour(code: number): number | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39;
  return (code >= 40 && code <= 48) || (code >= 100 && code <= 107) ? 49 : undefined;
}
