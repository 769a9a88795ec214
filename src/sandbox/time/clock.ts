/** The simulated clock. It advances by one second per request, so that the same requests produce the same bytes. */
export class VirtualClock {
  #ms: number;
  #beforeUse: (() => void) | undefined;

  constructor(start: Date | string | number) {
    this.#ms = new Date(start).getTime();
    if (Number.isNaN(this.#ms)) throw new TypeError(`not a time: ${String(start)}`);
  }

  /** Runs a function once, before the clock is read or moved for the first time. The function may use the clock. */
  static beforeUse(clock: VirtualClock, prepare: () => void): void {
    clock.#beforeUse = prepare;
  }

  now(): Date {
    this.#prepare();
    return new Date(this.#ms);
  }

  #prepare(): void {
    const prepare = this.#beforeUse;
    this.#beforeUse = undefined;
    prepare?.();
  }

  /** Moves the clock forward by seconds. It never moves backwards. */
  advance(seconds: number): Date {
    if (!(seconds >= 0)) throw new TypeError('clock.advance(seconds): seconds must be a number from 0, such as 60');
    this.#prepare();
    this.#ms += seconds * 1000;
    return this.now();
  }

  /** Sets the clock to the time of a snapshot. */
  restore(time: string): void {
    this.#beforeUse = undefined;
    this.#ms = new Date(time).getTime();
  }

  /** Moves the clock to a later time. */
  set(time: Date | string | number): Date {
    this.#prepare();
    const ms = new Date(time).getTime();
    if (!(ms >= this.#ms))
      throw new TypeError(`clock.set(time): ${String(time)} is not a time after ${this.now().toISOString()}`);
    this.#ms = ms;
    return this.now();
  }
}

// Times are stored as ISO 8601 text, which sorts chronologically.

export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

export const seconds = (ms: number): number => Math.round(ms / 1000);
