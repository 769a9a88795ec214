import { batch, effect, type Signal, signal } from '@preact/signals';
import type { PageSource, RunningClock } from '../../contract.js';
import type { Api } from './api.js';
import type { Live } from './live.js';

/** The simulated clock while it follows the real one, whichever panel is open, and whichever page started it. */
export interface RealTime {
  readonly isRunning: Signal<boolean>;
  /** The simulated time, while it runs. */
  readonly time: Signal<string | undefined>;
  /** Why it stopped. */
  readonly problem: Signal<string | undefined>;
  start(): void;
  stop(): void;
}

const STEP_MS = 1_000;
/** Programs that change the sandbox all the time must not make the page ask as often. */
const PAUSE_MS = 500;

/** The server has the run, so that two pages do not make the clock twice as fast. */
export function followClock(
  api: Pick<Api, 'get' | 'post'>,
  { changes }: Pick<Live, 'changes'>,
  source: Signal<PageSource | undefined>,
  timer: Pick<Window, 'setTimeout'> = window,
): RealTime {
  const isRunning = signal(false);
  const time = signal<string>();
  const problem = signal<string>();
  let isDue = false;
  const show = (clock: RunningClock | undefined, failure?: string) => {
    const isNew = clock?.isRunning === true && !isRunning.peek();
    batch(() => {
      isRunning.value = clock?.isRunning ?? false;
      time.value = clock?.isRunning ? clock.now : undefined;
      problem.value = failure;
    });
    if (isNew) timer.setTimeout(tick, STEP_MS);
  };
  const ask = (word: 'start' | 'stop' | 'tick'): Promise<void> =>
    api.post<RunningClock>('clock/run', word).then(show, (error: Error) => show(undefined, error.message));
  const tick = (): void => {
    if (isRunning.peek())
      void ask('tick').then(() => {
        if (isRunning.peek()) timer.setTimeout(tick, STEP_MS);
      });
  };
  const read = () => {
    isDue = false;
    // While it runs, each step says whether it still does.
    if (source.peek()?.isControlled && !isRunning.peek()) api.get<RunningClock>('clock/run').then(show, () => {});
  };
  effect(() => {
    const isWanted = changes.value >= 0 && source.value?.isControlled === true;
    if (!isWanted || isDue || isRunning.peek()) return;
    isDue = true;
    timer.setTimeout(read, PAUSE_MS);
  });
  return { isRunning, time, problem, start: () => void ask('start'), stop: () => void ask('stop') };
}
