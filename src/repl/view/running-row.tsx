import { Text } from 'ink';
import { useEffect, useState } from 'react';
import type { Running } from '../state.js';
import { cut, textWidth } from './fit.js';
import { THEME } from './theme.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

export const HOW_TO_STOP = ' · Ctrl-C stops';
/** The spinner, the space after it, and the last column, which stays empty. */
const MARK_WIDTH = 3;

/** With less room for the code, the row says how to stop it in one word. */
const LEAST_CODE = 20;

export interface RunningRowProps {
  readonly what: string;
  readonly elapsedMs: number;
  readonly columns: number;
}

/** Shows the running input, its time, and how to stop it. */
export function RunningRow({ what, elapsedMs, columns }: RunningRowProps) {
  const time = ` · ${(elapsedMs / 1000).toFixed(1)} s`;
  const left = columns - time.length - HOW_TO_STOP.length - MARK_WIDTH;
  const isTight = left < Math.min(LEAST_CODE, textWidth(what));
  const tail = time + (isTight ? HOW_TO_STOP.replace(' stops', '') : HOW_TO_STOP);
  return (
    <Text wrap="truncate">
      <Text color={THEME.spinner}>{FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length]}</Text>
      {` ${cut(what, Math.max(8, columns - tail.length - MARK_WIDTH))}`}
      <Text dimColor>{tail}</Text>
    </Text>
  );
}

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
