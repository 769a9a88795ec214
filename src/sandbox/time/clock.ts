/**
 * The sandbox's own time. It stands still but for one second a request, so that the same calls give the same bytes,
 * a later thing has a later time, and a call that was just dialled has been answered by the next request.
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

  /** Moves forward by seconds; time never runs backwards. */
  advance(seconds: number): Date {
    if (!(seconds >= 0)) throw new TypeError('clock.advance(seconds): seconds must be 0 or more');
    this.#ms += seconds * 1000;
    return this.now();
  }

  /** Puts it back where a snapshot had it. */
  restore(time: string): void {
    this.#ms = new Date(time).getTime();
  }

  /** Moves to a later time. */
  set(time: Date | string | number): Date {
    const ms = new Date(time).getTime();
    if (!(ms >= this.#ms))
      throw new TypeError(`clock.set(time): ${String(time)} is not a time after ${this.now().toISOString()}`);
    this.#ms = ms;
    return this.now();
  }
}
