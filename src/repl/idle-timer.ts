/** Runs a function once, after a time without activity. It does not keep the process alive. */
export class IdleTimer {
  readonly #ms: number;
  readonly #run: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, run: () => void) {
    this.#ms = ms;
    this.#run = run;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#ms).unref();
  }

  /** Waits for the whole time again, if the function has not run. */
  postpone(): void {
    this.#timer?.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
