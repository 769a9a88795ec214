const MAX_COUNT = 50_000;
const MAX_LENGTH = 256;

/** Caches results for texts that occur often. Clears all entries when there are too many. */
class TextCache<T> {
  readonly #entries = new Map<string, T>();

  get(text: string): T | undefined {
    return text.length > MAX_LENGTH ? undefined : this.#entries.get(text);
  }

  set(text: string, entry: T): void {
    if (text.length > MAX_LENGTH) return;
    if (this.#entries.size >= MAX_COUNT) this.#entries.clear();
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
