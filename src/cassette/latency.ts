import type { CassetteEntry } from './format.js';

/** How late a recorded answer comes: at once, as late as it did, or that times a number. */
export type Latency = 'off' | 'real' | number;

export const waitMsOf = ({ ms = 0 }: CassetteEntry, latency: Latency): number =>
  latency === 'off' ? 0 : latency === 'real' ? ms : ms * latency;
