import { type Signal, signal } from '@preact/signals';
import type { Api } from './api.js';

/** Lets the simulated clock follow the real one, whichever panel is open. */
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

export function createRealTime(api: Pick<Api, 'post'>, timer: Pick<Window, 'setTimeout'> = window): RealTime {
  const isRunning = signal(false);
  const time = signal<string>();
  const problem = signal<string>();
  let run = 0;
  /** Advances by the time that passed: the browser slows the timers of a hidden page. */
  const advance = async (own: number, sinceMs: number): Promise<void> => {
    if (own !== run) return;
    const atMs = performance.now();
    const seconds = Math.floor((atMs - sinceMs) / 1_000);
    try {
      if (seconds > 0) time.value = (await api.post<Clock>('control/clock', { advance_seconds: seconds })).now;
      if (own === run) timer.setTimeout(() => void advance(own, sinceMs + seconds * 1_000), STEP_MS);
    } catch (error) {
      if (own !== run) return;
      problem.value = error instanceof Error ? error.message : String(error);
      stop();
    }
  };
  const stop = () => {
    run += 1;
    isRunning.value = false;
    time.value = undefined;
  };
  return {
    ...{ isRunning, time, problem, stop },
    start() {
      if (isRunning.value) return;
      problem.value = undefined;
      isRunning.value = true;
      run += 1;
      const [own, startMs] = [run, performance.now()];
      timer.setTimeout(() => void advance(own, startMs), STEP_MS);
    },
  };
}

interface Clock {
  readonly now: string;
}
