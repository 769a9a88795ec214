type Callback = (...args: unknown[]) => unknown;

/** `setTimeout` and so on. The host measures the time. */
export class Timers {
  readonly #start: (id: number, ms: number) => void;
  readonly #waiting = new Map<number, { readonly run: () => unknown; readonly every: number | undefined }>();
  #count = 0;

  constructor(start: (id: number, ms: number) => void) {
    this.#start = start;
  }

  readonly functions = {
    setTimeout: (callback: Callback, ms?: unknown, ...args: unknown[]) => this.#add(callback, ms, args),
    setInterval: (callback: Callback, ms?: unknown, ...args: unknown[]) => this.#add(callback, ms, args, true),
    setImmediate: (callback: Callback, ...args: unknown[]) => this.#add(callback, 0, args),
    clearTimeout: (id: unknown) => this.#waiting.delete(Number(id)),
    clearInterval: (id: unknown) => this.#waiting.delete(Number(id)),
    clearImmediate: (id: unknown) => this.#waiting.delete(Number(id)),
  };

  #add(callback: Callback, ms: unknown, args: unknown[], isRepeated = false): number {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be a function');
    const delay = Number(ms) > 0 ? Number(ms) : 0;
    this.#count += 1;
    this.#waiting.set(this.#count, { run: () => callback(...args), every: isRepeated ? delay : undefined });
    this.#start(this.#count, delay);
    return this.#count;
  }

  tick(id: number): void {
    const timer = this.#waiting.get(id);
    if (timer === undefined) return;
    if (timer.every === undefined) this.#waiting.delete(id);
    else this.#start(id, timer.every);
    timer.run();
  }
}
