import { Progress } from '../show/index.js';
import type { ShowHere } from './show-here.js';

/** Shows a value below the cell, wherever in the cell it stands. */
export interface Display {
  (value: unknown): void | Promise<void>;
  /** A bar that fills in place; without a total only a count. */
  progress(label: string, total?: number): ProgressBar;
}

export interface ProgressBar {
  /** So many more are done: one, when not said. */
  step(by?: number): void;
  /** So many are done in all. */
  at(done: number): void;
}

const USAGE = 'display.progress(label, total?)';

/** A bar that changes more often than this is not seen to, and would flood the front end. */
const PAUSE_MS = 100;

interface Surroundings {
  readonly now?: () => number;
  /** What is still to be drawn. Whoever runs the cells draws it before a cell is over. */
  readonly waiting?: Set<() => void>;
}

export function createDisplay(show: ShowHere, { now = Date.now, waiting = new Set() }: Surroundings = {}): Display {
  let bars = 0;

  function progress(label: string, total?: number): ProgressBar {
    if (typeof label !== 'string') throw new TypeError(`${USAGE}: label is a text, such as 'Reading'`);
    if (total !== undefined && !Number.isFinite(total)) throw new TypeError(`${USAGE}: total is a number`);
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
