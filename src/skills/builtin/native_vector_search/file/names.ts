/** Texts that many rows share, each kept once. */
export class Names {
  readonly list: string[] = [];
  /** Which of them every row has, in order. */
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
