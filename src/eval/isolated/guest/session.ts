import { Scope } from '../../run/scope.js';
import type { InputNames, Offer } from '../guest-messages.js';

/** The helpers that the code of an input calls. `compile/` writes the calls. */
interface Helpers {
  import(): (specifier: string) => Promise<object>;
  meta(): object;
  fix(names: readonly string[]): void;
  use<T>(value: T): T;
  free<T>(called: T, name?: string): T;
  resume<T>(value?: T): T | undefined;
  resumer(): <T>(value: T) => T;
  wait<T>(offset: number, awaited: T): T;
}

type Start = (helpers: Helpers, names: object) => () => Promise<{ value: unknown } | undefined>;

/** The names that inputs share, as at a prompt. */
export class Session {
  readonly #scope = new Scope();
  readonly #modules: Readonly<Record<string, readonly string[]>>;
  readonly #offered: Readonly<Record<string, unknown>>;
  readonly #absent: (name: string) => void;
  readonly #subject: string;
  readonly #helpers: Helpers;

  constructor(
    offered: Readonly<Record<string, unknown>>,
    { modules, subject }: Pick<Offer, 'modules' | 'subject'>,
    absent: (name: string) => void,
  ) {
    this.#offered = offered;
    this.#modules = modules;
    this.#absent = absent;
    this.#subject = subject;
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(offered)))
      this.#scope.define(name, descriptor);
    this.#helpers = {
      import: () => async (specifier) => this.#load(String(specifier)),
      meta: () => ({}),
      fix: (names) => {
        for (const name of names) this.#scope.fix(name);
      },
      use() {
        throw new SyntaxError(`\`using\` does not run in ${subject}`);
      },
      free(called, name) {
        if (name !== undefined && typeof called !== 'function') throw new TypeError(`${name} is not a function`);
        return called;
      },
      resume: (value) => value,
      resumer: () => (value) => value,
      wait: (_, awaited) => awaited,
    };
  }

  async run(start: Start, { declared, assigned, imports }: InputNames): Promise<void> {
    const unsettled: string[] = [];
    for (const [name, kind] of declared) {
      if (kind === 'var') this.#scope.declare(name);
      else if (kind === 'merged') this.#define(name, undefined);
      else {
        this.#scope.prepare(name);
        unsettled.push(name);
      }
    }
    for (const [name, isPlain] of assigned)
      if (!this.#scope.has(name) && (isPlain || name in globalThis))
        this.#scope.declare(name, Reflect.get(globalThis, name));
    try {
      for (const { specifier, bindings } of imports) {
        const module = this.#load(specifier);
        for (const { local, imported } of bindings) {
          const value = imported === '*' ? module : Reflect.get(module, imported);
          this.#scope.fix(local, () => ({ value, writable: false, enumerable: true, configurable: true }));
        }
      }
      const ended = await start(this.#helpers, this.#scope.names)();
      if (ended?.value !== undefined) this.#define('_', ended.value);
    } catch (error) {
      this.#define('_err', error);
      throw error;
    } finally {
      this.#scope.settle(unsettled);
    }
  }

  /** The value of a name, or undefined. */
  valueOf(name: string): unknown {
    return this.#scope.has(name) ? Reflect.get(this.#scope.names, name) : undefined;
  }

  #define(name: string, value: unknown): void {
    this.#scope.define(name, { value, writable: true });
  }

  #load(specifier: string): object {
    const names = this.#modules[specifier];
    if (names !== undefined) return Object.fromEntries(names.map((name) => [name, this.#offered[name]]));
    this.#absent(`import of ${specifier}`);
    throw new Error(`${this.#subject} cannot import ${specifier}`);
  }
}
