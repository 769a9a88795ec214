import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Interrupted } from '../interrupt/interrupted.js';
import type { Import } from '../modules/imports.js';
import type { Scope } from './scope.js';

const MAX_AWAITED = 3;

/** The helpers that the code of a running input calls, and the flag that interrupts it. */
export class InputContext {
  readonly #import: Import;
  readonly #meta: { url: string; filename: string; dirname: string };
  readonly disposal = new Disposal();
  readonly #scope: Scope;
  #interrupted = false;
  /** The offset in the source of what the input waits for, if it is known. */
  waitsAt: number | undefined;
  /** How often the input awaited something after its interrupt. */
  #awaited = 0;

  constructor(scope: Scope, load: Import, place: { directory: string; filename: string }) {
    this.#scope = scope;
    this.#import = load;
    const filename = place.filename.startsWith(place.directory)
      ? place.filename
      : join(place.directory, place.filename);
    this.#meta = { url: pathToFileURL(filename).href, filename, dirname: place.directory };
  }

  import(): Import {
    return this.#import;
  }

  meta() {
    return this.#meta;
  }

  /** Called after the initialiser of a `const` or `using`. */
  fix(names: readonly string[]): void {
    for (const name of names) this.#scope.fix(name);
  }

  use<T>(value: T, asynchronous?: boolean): T {
    return this.disposal.use(value, asynchronous);
  }

  /** Wraps the name in a call, so that the call has no `this`. */
  free<T>(called: T, name?: string): T {
    if (name !== undefined && typeof called !== 'function') throw new TypeError(`${name} is not a function`);
    return called;
  }

  /** Wraps every `await` of the input itself: an interrupted input stops there. */
  resume<T>(value?: T): T | undefined {
    this.waitsAt = undefined;
    if (this.#interrupted) throw new Interrupted('the input was interrupted');
    return value;
  }

  resumer() {
    return <T>(value: T) => this.resume(value);
  }

  /**
   * Receives what the input is about to await, and the offset of the await in its source. An interrupted input can still
   * await its cleanup. If it catches `Interrupted` and goes on, such as in a loop, it waits for ever.
   */
  wait<T>(offset: number, awaited: T): T | Promise<never> {
    this.waitsAt = offset;
    return this.#interrupted && ++this.#awaited > MAX_AWAITED ? new Promise<never>(() => {}) : awaited;
  }

  interrupt(): void {
    this.#interrupted = true;
  }
}

/** The resources of top-level `using`, which are disposed of at the end of their input. */
class Disposal {
  readonly #stack: { readonly value: object; readonly dispose: () => unknown; readonly asynchronous: boolean }[] = [];

  use<T>(value: T, asynchronous = false): T {
    if (value === null || value === undefined) return value;
    if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError('Object expected');
    const resource = value as Record<symbol, unknown>;
    const dispose = (asynchronous && resource[Symbol.asyncDispose]) || resource[Symbol.dispose];
    if (typeof dispose !== 'function') throw new TypeError('Object not disposable');
    this.#stack.push({ value, dispose: dispose as () => unknown, asynchronous });
    return value;
  }

  /** Disposes of the resources, last one first. An error wraps the previous one and does not stop the disposal. */
  async end(outcome: { readonly error: unknown } | null): Promise<void> {
    let failure = outcome;
    for (let resource = this.#stack.pop(); resource; resource = this.#stack.pop()) {
      try {
        const result = resource.dispose.call(resource.value);
        if (resource.asynchronous) await result;
      } catch (error) {
        failure = { error: failure ? suppressed(error, failure.error) : error };
      }
    }
    if (failure) throw failure.error;
  }
}

/** Creates a `SuppressedError`, a class that Node 20 does not have. */
function suppressed(error: unknown, before: unknown): Error {
  const both = new Error('An error was suppressed during disposal');
  return Object.assign(both, { name: 'SuppressedError', error, suppressed: before });
}
