import { timerMs } from '../../util/index.js';
import type { CassetteEntry } from '../format/schema.js';

/** How late a recorded answer comes: at once, as late as it did, or that times a number. */
export type Latency = 'off' | 'real' | number;

export const waitMsOf = ({ ms = 0 }: CassetteEntry, latency: Latency): number =>
  latency === 'off' ? 0 : latency === 'real' ? ms : timerMs(ms * latency);

/** Refuses what is none: a replay would answer at once, and nobody would know why. */
export function checkLatency(latency: Latency): void {
  if (latency === 'off' || latency === 'real' || (Number.isFinite(latency) && Number(latency) >= 0)) return;
  throw new TypeError("latency is 'off', 'real' or a number from 0 that scales it");
}

/**
 * An attempt that was given up waits to be given up again, as the code that did it will do. Who stopped it by hand may
 * not be there any more: so long after its time it ends by itself.
 */
export const PATIENCE_MS = 1_000;
