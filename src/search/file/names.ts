/** Strings that many rows share, each stored once. */
export class Names {
  readonly list: string[] = [];
  /** The position in `list` for each row, in order. */
  readonly of: number[] = [];
  readonly #known = new Map<string, number>();

  add(name: string): void {
    let at = this.#known.get(name);
    if (at === undefined) {
      at = this.list.push(name) - 1;
      this.#known.set(name, at);
    }
    this.of.push(at);
  }
}
