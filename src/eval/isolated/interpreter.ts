import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type JSException, type JSValueHandle, QuickJS } from 'quickjs-wasi';
import { INPUT } from '../compile/helper-calls.js';
import type { GuestError, Guest as GuestObject, InputNames, Offer } from './guest-messages.js';

export interface InterpreterOptions {
  /** The most that the code can use. */
  readonly memoryBytes: number;
  readonly offer: Offer;
  /** Receives each message of the guest, which may be any text. Returns the answer to a `now`. */
  receive(text: string): string | undefined;
}

/** The text of an input, compiled for the interpreter. */
export interface GuestInput {
  readonly filename: string;
  readonly body: string;
  readonly names: InputNames;
}

/** Promises that were rejected and that nothing handles, by identity. */
type Rejected = Map<number, { readonly promise: JSValueHandle; readonly reason: JSValueHandle }>;

const STACK_BYTES = 192 * 1024;

/**
 * A JavaScript interpreter in WebAssembly. Its code has the names of the offer, and no object of this process: texts are
 * all that passes between them. A memory error in the interpreter stays within the memory of WebAssembly.
 */
export class Interpreter {
  readonly #vm: QuickJS;
  readonly #guest: JSValueHandle;
  readonly #rejected: Rejected;

  /** `script` is the bundle of `guest/main.ts`. */
  static async start(script: string, options: InterpreterOptions): Promise<Interpreter> {
    const require = createRequire(import.meta.url);
    const wasm = readFileSync(require.resolve('quickjs-wasi/quickjs.wasm'));
    const rejected: Rejected = new Map();
    const vm = await QuickJS.create({
      wasm,
      memoryLimit: options.memoryBytes,
      maxStackSize: STACK_BYTES,
      onUnhandledRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) {
        const { identity } = promise;
        if (!isHandled) rejected.set(identity, { promise: promise.dup(), reason: reason.dup() });
        else forget(rejected, identity);
      },
    });
    return new Interpreter(vm, script, options, rejected);
  }

  private constructor(vm: QuickJS, script: string, { offer, receive }: InterpreterOptions, rejected: Rejected) {
    this.#vm = vm;
    this.#rejected = rejected;
    const begin = vm.evalCode(`(() => { ${script}; return guest.begin; })()`, 'guest');
    const send = vm.newFunction('send', (text) => {
      const answer = text ? receive(text.toString()) : undefined;
      return answer === undefined ? vm.undefined : vm.newString(answer);
    });
    this.#guest = vm.callFunction(begin, vm.undefined, send);
    this.#call('offer', JSON.stringify(offer));
  }

  /** Starts an input. Returns the error if it cannot be compiled. Otherwise the guest says when it has ended. */
  run({ filename, body, names }: GuestInput): GuestError | undefined {
    // The names of the session are around the input, which is strict code.
    const code = `(function (${INPUT}, names) { with (names) { return (function () { ${body} }).call(globalThis); } })`;
    let start: JSValueHandle;
    try {
      start = this.#vm.evalCode(code, filename);
    } catch (error) {
      const { name, message, stack = '' } = error as JSException;
      return { name, message, stack };
    }
    const text = this.#vm.newString(JSON.stringify(names));
    this.#callWith('run', start, text);
    start.dispose();
    text.dispose();
    this.#turn();
    return undefined;
  }

  /** `text` is an `Answer` in JSON. */
  answer(id: number, text: string): void {
    this.#call('answer', id, text);
    this.#turn();
  }

  /** Returns the texts of variables, each of them JSON if the code is honest. */
  read(names: readonly string[]): string {
    const method = this.#guest.getProp('read');
    const text = this.#vm.newString(JSON.stringify(names));
    try {
      const result = this.#vm.callFunction(method, this.#guest, text);
      const read = result.toString();
      result.dispose();
      return read;
    } finally {
      text.dispose();
      method.dispose();
    }
  }

  tick(id: number): void {
    try {
      this.#call('tick', id);
    } catch (error) {
      // What the callback of a timer threw.
      if (!isOfGuest(error)) throw error;
      this.#callWith('rejected', error.handle);
    }
    this.#turn();
  }

  /** Runs what waits for promises, then reports the rejections that nothing handles. */
  #turn(): void {
    this.#vm.executePendingJobs();
    for (const [identity, { reason }] of [...this.#rejected]) {
      this.#callWith('rejected', reason);
      forget(this.#rejected, identity);
    }
  }

  #call(name: keyof GuestObject, ...args: readonly (string | number)[]): void {
    const handles = args.map((one) => (typeof one === 'string' ? this.#vm.newString(one) : this.#vm.newNumber(one)));
    try {
      this.#callWith(name, ...handles);
    } finally {
      for (const handle of handles) handle.dispose();
    }
  }

  #callWith(name: keyof GuestObject, ...handles: readonly JSValueHandle[]): void {
    const method = this.#guest.getProp(name);
    try {
      this.#vm.callFunction(method, this.#guest, ...handles).dispose();
    } finally {
      method.dispose();
    }
  }
}

/** An error that code in the interpreter threw. Others are failures of the interpreter. */
const isOfGuest = (error: unknown): error is JSException => error instanceof Error && 'handle' in error;

function forget(rejected: Rejected, id: number): void {
  const held = rejected.get(id);
  rejected.delete(id);
  held?.promise.dispose();
  held?.reason.dispose();
}
