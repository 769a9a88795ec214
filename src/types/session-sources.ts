/** Limits on what a new worker reads again. The oldest inputs are dropped first. */
const MAX_INPUTS = 2_000;
const MAX_LENGTH = 2_000_000;

/** The inputs of a session that a worker has added, so that another one can add them again. */
export class SessionSources {
  readonly #sources = new Map<number, string>();
  readonly #unconfirmed = new Set<number>();
  #length = 0;

  add(id: number, source: string): void {
    this.#sources.set(id, source);
    this.#unconfirmed.add(id);
    this.#length += source.length;
    for (const oldest of this.#sources.keys()) {
      if (this.#sources.size <= MAX_INPUTS && this.#length <= MAX_LENGTH) break;
      this.#remove(oldest);
    }
  }

  confirm(id: number): void {
    this.#unconfirmed.delete(id);
  }

  /** Removes the input that the worker was adding when it ended: the first one that it did not confirm. */
  dropFailed(): void {
    const [failed] = this.#unconfirmed;
    if (failed !== undefined) this.#remove(failed);
    for (const id of this.#sources.keys()) this.#unconfirmed.add(id);
  }

  entries(): Iterable<readonly [id: number, source: string]> {
    return [...this.#sources];
  }

  #remove(id: number): void {
    this.#length -= this.#sources.get(id)?.length ?? 0;
    this.#sources.delete(id);
    this.#unconfirmed.delete(id);
  }
}
