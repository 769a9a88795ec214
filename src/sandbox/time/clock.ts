/**
 * The simulated clock. It advances only by one second per request, so that the same requests produce the same bytes,
 * later items have later times, and a dialled call is answered by the next request.
 */
export class VirtualClock {
  #ms: number;

  constructor(start: Date | string | number) {
    this.#ms = new Date(start).getTime();
    if (Number.isNaN(this.#ms)) throw new TypeError(`not a time: ${String(start)}`);
  }

  now(): Date {
    return new Date(this.#ms);
  }

  /** Moves the clock forward by seconds. It never moves backwards. */
  advance(seconds: number): Date {
    if (!(seconds >= 0)) throw new TypeError('clock.advance(seconds): seconds must be a number from 0, such as 60');
    this.#ms += seconds * 1000;
    return this.now();
  }

  /** Sets the clock to the time of a snapshot. */
  restore(time: string): void {
    this.#ms = new Date(time).getTime();
  }

  /** Moves the clock to a later time. */
  set(time: Date | string | number): Date {
    const ms = new Date(time).getTime();
    if (!(ms >= this.#ms))
      throw new TypeError(`clock.set(time): ${String(time)} is not a time after ${this.now().toISOString()}`);
    this.#ms = ms;
    return this.now();
  }
}

// Times are stored as ISO 8601 text, which sorts chronologically.

/** Adds milliseconds to a time. */
export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Milliseconds between two times. */
export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** Milliseconds as whole seconds, rounded. */
export const seconds = (ms: number): number => Math.round(ms / 1000);
