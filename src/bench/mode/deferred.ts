/** A value that is created when it is first used. */
export class Deferred<T> {
  readonly #create: () => T;
  #created: { readonly value: T } | undefined;

  constructor(create: () => T) {
    this.#create = create;
  }

  get value(): T {
    this.#created ??= { value: this.#create() };
    return this.#created.value;
  }

  /** The value, if it was used. */
  get created(): T | undefined {
    return this.#created?.value;
  }
}
