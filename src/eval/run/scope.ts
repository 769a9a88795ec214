/**
 * The names of a session: an object without a prototype that V8 puts around every input, like `with`. The declaration
 * `const URL = …` sets a property here and never changes globalThis. The object is not a Proxy: each lookup of a
 * non-local name passes through it, and a trap would make `Math.max` at the prompt several times slower.
 */
export class Scope {
  readonly names: Record<string, unknown> = Object.create(null);
  /** Constants and imports, with a function that returns their property, so that `peek` calls no getter. */
  readonly #fixed = new Map<string, () => PropertyDescriptor | undefined>();
  /** Names that a running input has declared but not initialised, with their previous property. */
  readonly #pending = new Map<string, PropertyDescriptor | undefined>();

  /** Names whose value is created when they are first read, such as the sandbox, which takes long to load. */
  readonly #deferred = new Map<string, () => unknown>();

  /** The values of the host. The user can declare the names again. */
  readonly #provided = new Map<string, PropertyDescriptor>();

  /** Defines a variable of the host. */
  provide(name: string, descriptor: PropertyDescriptor): void {
    this.define(name, descriptor);
    this.#provided.set(name, descriptor);
  }

  /** Whether a name has the value of the host, and not one of the user. */
  isProvided(name: string): boolean {
    if (this.#deferred.has(name)) return true;
    const [given, current] = [this.#provided.get(name), this.peek(name)];
    return given !== undefined && Object.is(given.value, current?.value) && given.get === current?.get;
  }

  /** Defines a variable whose value is created when it is first read. */
  defer(name: string, create: () => unknown): void {
    this.define(name, { get: () => this.#create(name, create), set: (value) => this.#setValue(name, value) });
    this.#deferred.set(name, create);
  }

  #create(name: string, create: () => unknown): unknown {
    const value = create();
    this.provide(name, { value, writable: true });
    return value;
  }

  #setValue(name: string, value: unknown): void {
    this.define(name, { value, writable: true });
  }

  define(name: string, descriptor: PropertyDescriptor): void {
    this.#fixed.delete(name);
    this.#deferred.delete(name);
    this.#pending.delete(name);
    Object.defineProperty(this.names, name, { enumerable: true, ...descriptor, configurable: true });
  }

  /** Makes a name assignable. Until then, an existing name keeps its value, and a new name throws. */
  prepare(name: string): void {
    const before = this.peek(name);
    this.#fixed.delete(name);
    this.#pending.set(name, before);
    Object.defineProperty(this.names, name, {
      get: () => {
        if (before) return before.get ? before.get.call(this.names) : before.value;
        throw new ReferenceError(`Cannot access '${name}' before initialization`);
      },
      set: (value) => this.#setValue(name, value),
      enumerable: true,
      configurable: true,
    });
  }

  /** Declares a `var`, or a name that was only assigned to. It exists at once and keeps its previous value. */
  declare(name: string, initial?: unknown): void {
    const before = this.peek(name);
    this.define(name, before?.get ? before : { value: before ? before.value : initial, writable: true });
  }

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

  /** Restores or removes the names whose initialiser never ran, at the end of an input. */
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
    return Object.keys(this.names).filter((name) => this.#deferred.has(name) || this.peek(name) !== undefined);
  }

  /** Returns the value of a variable. Creates no deferred value. */
  stored(name: string): unknown {
    return this.#deferred.has(name) ? undefined : this.peek(name)?.value;
  }

  /**
   * Returns the property of a name without calling a getter of the user. A constant is a read-only value, and a deferred
   * value is created.
   */
  peek(name: string): PropertyDescriptor | undefined {
    const create = this.#deferred.get(name);
    if (create) this.#create(name, create);
    if (this.#pending.has(name)) return this.#pending.get(name);
    const look = this.#fixed.get(name);
    return look ? look() : Object.getOwnPropertyDescriptor(this.names, name);
  }
}

function valueNow(value: unknown): () => PropertyDescriptor {
  const descriptor = { value, writable: false, enumerable: true, configurable: true };
  return () => descriptor;
}
