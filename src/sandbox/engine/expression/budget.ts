/** What one expression, or the substitution of one value, may use. The platform allows 150 ms. */
const MAX_STEPS = 500_000;
const MAX_PRODUCED = 2 ** 20;
const MAX_DEPTH = 100;
/** How many characters a built-in method reads in the time of one step. */
const CHARACTERS_PER_STEP = 64;

/** Stops an expression with a message for the author of the document. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Counts the work of expressions, and the characters and elements that they produce. */
export class Budget {
  #steps = 0;
  #produced = 0;
  readonly #sizes = new WeakMap<object, { readonly size: number; readonly depth: number }>();

  /** Whether nothing more can run. */
  get isSpent(): boolean {
    return this.#steps > MAX_STEPS || this.#produced > MAX_PRODUCED;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new ExpressionError(`it runs longer than ${shown(MAX_STEPS)} steps`);
  }

  /** Counts the work of a built-in method that reads a text. */
  reads(text: string): void {
    this.step(1 + Math.floor(text.length / CHARACTERS_PER_STEP));
  }

  /** Counts new characters or elements. Call it before they are made if their number is known. */
  produce(count: number): void {
    this.#produced += count;
    if (!(this.#produced <= MAX_PRODUCED))
      throw new ExpressionError(`it produces more than ${shown(MAX_PRODUCED)} characters and elements`);
  }

  /** Counts a new value with everything in it, as if it were written as JSON. */
  made<Value>(value: Value): Value {
    this.produce(this.sizeOf(value));
    return value;
  }

  /** The number of characters and elements in a value. A shared part counts each time it occurs. */
  sizeOf(value: unknown): number {
    return this.#measure(value).size;
  }

  #measure(value: unknown): { readonly size: number; readonly depth: number } {
    if (typeof value === 'string') return { size: 1 + value.length, depth: 0 };
    if (typeof value !== 'object' || value === null) return { size: 1, depth: 0 };
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    // A value that contains itself is too deep too.
    this.#sizes.set(value, { size: 1, depth: MAX_DEPTH });
    let size = 1;
    let depth = 0;
    for (const [key, part] of Object.entries(value)) {
      this.step();
      const inner = this.#measure(part);
      size += inner.size + (Array.isArray(value) ? 0 : key.length);
      depth = Math.max(depth, inner.depth + 1);
    }
    if (depth > MAX_DEPTH) throw new ExpressionError(`its value is nested more than ${MAX_DEPTH} levels deep`);
    this.#sizes.set(value, { size, depth });
    return { size, depth };
  }
}

const shown = (count: number) => count.toLocaleString('en-US');
