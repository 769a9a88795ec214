import { Progress } from '../show/index.js';
import type { ShowHere } from './public-types.js';

/** Shows a value below the cell, from any line of the cell. */
export interface Display {
  (value: unknown): void | Promise<void>;
  /** Starts a progress bar that updates in place. Without a total, it shows only a count. */
  progress(label: string, total?: number): ProgressBar;
}

export interface ProgressBar {
  /** Adds to the number of finished items. Default: 1. */
  step(by?: number): void;
  /** Sets the number of finished items. */
  at(done: number): void;
}

const USAGE = 'display.progress(label, total?)';

/** The minimum time between two updates. Faster updates are not visible and would overload the front end. */
const PAUSE_MS = 100;

interface Surroundings {
  readonly now?: () => number;
  /** Updates that are not drawn yet. The kernel draws them before a cell ends. */
  readonly waiting?: Set<() => void>;
}

export function createDisplay(show: ShowHere, { now = Date.now, waiting = new Set() }: Surroundings = {}): Display {
  let bars = 0;

  function progress(label: string, total?: number): ProgressBar {
    if (typeof label !== 'string') throw new TypeError(`${USAGE}: label must be a string, such as 'Reading'`);
    if (total !== undefined && !Number.isFinite(total)) throw new TypeError(`${USAGE}: total must be a number`);
    const id = `patchbay-progress-${process.pid}-${++bars}`;
    let done = 0;
    let shownAt = Number.NEGATIVE_INFINITY;
    let isTaken = false;
    let later: NodeJS.Timeout | undefined;

    function draw(): void {
      clearTimeout(later);
      later = undefined;
      waiting.delete(draw);
      shownAt = now();
      void show(new Progress(label, done, total), { id, isTaken });
      isTaken = true;
    }

    function at(count: number): void {
      done = count;
      const wait = shownAt + PAUSE_MS - now();
      if (done === total || wait <= 0) draw();
      else {
        later ??= setTimeout(draw, wait);
        waiting.add(draw);
      }
    }

    draw();
    return { at, step: (by = 1) => at(done + by) };
  }

  return Object.assign((value: unknown) => show(value), { progress });
}
