/**
 * The names of a session. An ordinary object without prototype, which the engine puts around every input as `with` does,
 * so a user's `const URL = …` is a property here and never touches globalThis. Not a Proxy: each look-up of a name that
 * is not local passes through here, and a trap would make `Math.max` at the prompt several times slower.
 */
export class Scope {
  readonly names: Record<string, unknown> = Object.create(null);
  /** Constants and imported names: what is behind the accessor, so that looking never calls anything. */
  readonly #fixed = new Map<string, () => PropertyDescriptor | undefined>();
  /** Declared by a running input and not initialised yet: the property that was there before. */
  readonly #pending = new Map<string, PropertyDescriptor | undefined>();

  define(name: string, descriptor: PropertyDescriptor): void {
    this.#fixed.delete(name);
    this.#pending.delete(name);
    Object.defineProperty(this.names, name, { enumerable: true, ...descriptor, configurable: true });
  }

  /** Makes a `let`, `const`, `class` or `function` assignable. Until then a name seen before keeps its value, a new one is not there. */
  prepare(name: string): void {
    const before = this.peek(name);
    this.#fixed.delete(name);
    this.#pending.set(name, before);
    Object.defineProperty(this.names, name, {
      get: () => {
        if (before) return before.get ? before.get.call(this.names) : before.value;
        throw new ReferenceError(`Cannot access '${name}' before initialization`);
      },
      set: (value) => this.define(name, { value, writable: true }),
      enumerable: true,
      configurable: true,
    });
  }

  /** A `var`, or a name that was only assigned to: there at once, and a value it had stays. */
  declare(name: string, initial?: unknown): void {
    const before = this.peek(name);
    this.define(name, before?.get ? before : { value: before ? before.value : initial, writable: true });
  }

  /** From now on the name cannot be assigned to. */
  fix(name: string, look = valueNow(this.names[name])): void {
    this.define(name, {
      get: () => {
        const found = look();
        return found?.get ? found.get() : found?.value;
      },
      set: () => {
        throw new TypeError(`Assignment to constant variable: ${name}`);
      },
    });
    this.#fixed.set(name, look);
  }

  /** The input is over: names whose initialiser never ran go back to what they were, or away. */
  settle(names: Iterable<string>): void {
    for (const name of names) {
      if (!this.#pending.has(name)) continue;
      const before = this.#pending.get(name);
      if (!before) delete this.names[name];
      else if (before.get || before.writable) this.define(name, before);
      else this.fix(name, () => before);
      this.#pending.delete(name);
    }
  }

  has(name: string): boolean {
    return name in this.names;
  }

  list(): string[] {
    return Object.keys(this.names).filter((name) => this.peek(name) !== undefined);
  }

  /** The property behind a name, without calling a getter. A constant is shown as what it holds, not writable. */
  peek(name: string): PropertyDescriptor | undefined {
    if (this.#pending.has(name)) return this.#pending.get(name);
    const look = this.#fixed.get(name);
    return look ? look() : Object.getOwnPropertyDescriptor(this.names, name);
  }
}

function valueNow(value: unknown): () => PropertyDescriptor {
  const descriptor = { value, writable: false, enumerable: true, configurable: true };
  return () => descriptor;
}
