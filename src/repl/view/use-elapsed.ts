import { useEffect, useState } from 'react';
import type { Running } from '../state.js';

const TICK_MS = 100;
/** What is over sooner than this never says that it ran. */
const SHOW_AFTER_MS = 200;

/** How long the running input has run, ticking; nothing while it is not worth a line. */
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
