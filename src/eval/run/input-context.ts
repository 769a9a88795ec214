import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INPUT } from '../compile/instrument.js';
import { Interrupted } from '../interrupt/interrupted.js';
import type { Import } from '../modules/imports.js';
import { Disposal } from './disposal.js';
import type { Scope } from './scope.js';

/** The helpers that the code of a running input calls, and the flag that interrupts it. */
export class InputContext {
  readonly import: Import;
  readonly meta: { url: string; filename: string; dirname: string };
  readonly disposal = new Disposal();
  readonly #scope: Scope;
  #interrupted = false;

  constructor(scope: Scope, load: Import, place: { directory: string; filename: string }) {
    this.#scope = scope;
    this.import = load;
    const filename = place.filename.startsWith(place.directory)
      ? place.filename
      : join(place.directory, place.filename);
    this.meta = { url: pathToFileURL(filename).href, filename, dirname: place.directory };
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
    if (this.#interrupted) throw new Interrupted('the input was interrupted');
    return value;
  }

  interrupt(): void {
    this.#interrupted = true;
  }
}

// V8 prints the failed expression with our helpers: `__patchbay_input.resume(...)`. The head of a `for` loop has no brackets.
const HELPER = new RegExp(`${INPUT}\\.\\w+(?:\\(\\.\\.\\.\\)| is not a function or its return value(?= is not))`, 'g');

/** Replaces our helpers in an error message with `(intermediate value)`, because the user did not type them. */
export function withoutHelpers(error: unknown): unknown {
  if (!(error instanceof TypeError) || !error.message.includes(INPUT)) return error;
  const { message, stack } = error;
  error.message = message.replace(HELPER, '(intermediate value)');
  if (stack) error.stack = stack.replace(message, error.message);
  return error;
}
