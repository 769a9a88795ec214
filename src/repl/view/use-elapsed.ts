import { useEffect, useState } from 'react';
import type { Running } from '../state.js';

const TICK_MS = 100;
/** Shorter runs are not shown. */
const SHOW_AFTER_MS = 200;

/** Returns the time since the running input started, updated regularly, or undefined while it is too short to show. */
export function useElapsed(running: Running | undefined): number | undefined {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (running === undefined) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  const elapsedMs = running === undefined ? 0 : nowMs - running.sinceMs;
  return elapsedMs < SHOW_AFTER_MS ? undefined : elapsedMs;
}
