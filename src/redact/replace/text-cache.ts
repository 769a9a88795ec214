const MOST = 50_000;
const LONGEST = 256;

/** Caches results for texts that occur often. Clears all entries when there are too many. */
class TextCache<T> {
  readonly #entries = new Map<string, T>();

  get(text: string): T | undefined {
    return text.length > LONGEST ? undefined : this.#entries.get(text);
  }

  set(text: string, entry: T): void {
    if (text.length > LONGEST) return;
    if (this.#entries.size >= MOST) this.#entries.clear();
    this.#entries.set(text, entry);
  }
}

/** One cache for each depth of encoding, because less of a text is decoded at greater depths. */
export class DepthCaches<T> {
  readonly #caches: TextCache<T>[] = [];

  at(depth: number): TextCache<T> {
    return (this.#caches[depth] ??= new TextCache());
  }
}
