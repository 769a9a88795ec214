import { Text } from 'ink';
import { cut } from './fit.js';
import { THEME } from './theme.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

export interface RunningRowProps {
  readonly what: string;
  readonly elapsedMs: number;
  readonly columns: number;
}

/** What runs, for how long, and how to stop it. */
export function RunningRow({ what, elapsedMs, columns }: RunningRowProps) {
  const tail = ` · ${(elapsedMs / 1000).toFixed(1)} s · Ctrl-C stops`;
  return (
    <Text wrap="truncate">
      <Text color={THEME.spinner}>{FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length]}</Text>
      {` ${cut(what, Math.max(8, columns - tail.length - 3))}`}
      <Text dimColor>{tail}</Text>
    </Text>
  );
}
