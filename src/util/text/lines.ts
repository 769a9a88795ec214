const NEWLINE = 0x0a;

/** Splits a stream of bytes into lines. A line longer than `most` bytes is dropped and reported. */
export class Lines {
  readonly #max: number;
  readonly #line: (text: string) => void;
  readonly #tooLong: () => void;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor({ max, line, tooLong }: { max: number; line(text: string): void; tooLong(): void }) {
    this.#max = max;
    this.#line = line;
    this.#tooLong = tooLong;
  }

  add(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(piece: Buffer): void {
    const before = this.#bytes;
    this.#bytes += piece.length;
    if (this.#bytes <= this.#max) return void this.#pieces.push(piece);
    this.#pieces = [];
    // Reported before the line ends, because its end may never arrive.
    if (before <= this.#max) this.#tooLong();
  }

  #finish(): void {
    if (this.#bytes <= this.#max) this.#line(Buffer.concat(this.#pieces).toString().replace(/\r$/, ''));
    this.#pieces = [];
    this.#bytes = 0;
  }
}
