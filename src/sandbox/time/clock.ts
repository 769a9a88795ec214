/** What happened before the start of the clock. It is simulated at the first use, so that a program without requests does not wait. */
interface Past {
  readonly seconds: number;
  /** Moves the clock forward, at most to its start. */
  simulate(): void;
}

/** Later years have more than four digits, so their times no longer sort as text. */
const LATEST = Date.parse('9999-12-31T23:59:59Z');

/** The simulated clock. It advances by one second per request, so that the same requests produce the same bytes. */
export class VirtualClock {
  #ms: number;
  #past: Past | undefined;
  #isMoved = false;
  /** The first time of the clock. Unlike `now`, reading it does not simulate the past. */
  readonly start: string;

  constructor(start: Date | string | number, past?: Past) {
    this.#ms = new Date(start).getTime();
    if (Number.isNaN(this.#ms)) throw new TypeError(`not a time: ${String(start)}`);
    this.start = new Date(this.#ms).toISOString();
    this.#past = past;
  }

  now(): Date {
    this.#simulatePast();
    return new Date(this.#ms);
  }

  /** Simulates the past once, before the clock is read or moved for the first time. */
  #simulatePast(): void {
    const past = this.#past;
    if (past === undefined) return;
    this.#past = undefined;
    const start = this.#ms;
    this.#ms -= past.seconds * 1000;
    past.simulate();
    if (this.#ms > start) throw new RangeError(`the past takes longer than ${past.seconds} seconds`);
    this.#ms = start;
    this.#isMoved = false;
  }

  /** Moves the clock forward by seconds. It never moves backwards. */
  advance(seconds: number): Date {
    if (!(seconds >= 0)) throw new TypeError('clock.advance(seconds): seconds must be a number from 0, such as 60');
    this.tick(seconds);
    this.#isMoved = true;
    return new Date(this.#ms);
  }

  /** @internal Lets time pass by itself, such as the second of a request. */
  tick(seconds = 1): void {
    this.#simulatePast();
    this.#moveTo(this.#ms + seconds * 1000);
  }

  /** @internal Whether the user moved the clock since the last question, so that what is due must happen first. */
  takeMove(): boolean {
    const isMoved = this.#isMoved;
    this.#isMoved = false;
    return isMoved;
  }

  /** Sets the clock to the time of a snapshot. */
  restore(time: string): void {
    this.#moveTo(new Date(time).getTime());
    this.#past = undefined;
  }

  /** Moves the clock to a later time. */
  set(time: Date | string | number): Date {
    this.#simulatePast();
    const ms = new Date(time).getTime();
    if (!(ms >= this.#ms))
      throw new TypeError(`clock.set(time): ${String(time)} is not a time after ${this.now().toISOString()}`);
    this.#isMoved = true;
    return this.#moveTo(ms);
  }

  /** @internal Lets time pass until the next event. */
  reach(time: string): void {
    const ms = Date.parse(time);
    if (ms > this.#ms) this.#moveTo(ms);
  }

  #moveTo(ms: number): Date {
    checkLatest(ms);
    this.#ms = ms;
    return new Date(ms);
  }
}

function checkLatest(ms: number): void {
  if (ms > LATEST) throw new TypeError('the clock cannot pass the year 9999: use an earlier time');
}

/** The time of the clock after some seconds, which it can show. */
export function timeAfter(now: Date, seconds: number): string {
  const ms = now.getTime() + seconds * 1000;
  checkLatest(ms);
  return new Date(ms).toISOString();
}

// Times are stored as ISO 8601 text, which sorts chronologically.

export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

export const seconds = (ms: number): number => Math.round(ms / 1000);

/** The time as in `Sun, 22 Nov 2026 10:00:00 +0000`. */
export const rfc2822 = (at: string): string => new Date(at).toUTCString().replace('GMT', '+0000');
