import type { Bench } from '../../bench/index.js';

/** What cells find beside the bench's own names. */
export const ADDED = ['display', 'use'] as const;

/** `patchbay/notebook` looks here for the kernel it is loaded in. */
const HOST = Symbol.for('patchbay.notebook.host');

/** Where something is shown that will be shown again. */
export interface Place {
  readonly id: string;
  /** Something stands there, and is replaced. */
  readonly isTaken: boolean;
}

export interface Preload {
  readonly bench: Bench;
  readonly mayGoLive: boolean;
  display(value: unknown, place?: Place): void | Promise<void>;
  /** What is to be drawn before the cell is over. */
  readonly waiting: Set<() => void>;
  input(prompt?: string, options?: { password?: boolean }): Promise<string>;
}

/**
 * Makes this kernel the one that `patchbay/notebook` speaks to, and its functions global: a cell's own `display` then
 * hides ours without harm.
 */
export async function preload(host: Preload, notebook: () => Promise<object>): Promise<void> {
  Object.assign(globalThis, { [HOST]: host, input: host.input });
  const names = (await notebook()) as Record<string, unknown>;
  for (const name of ADDED) Object.assign(globalThis, { [name]: names[name] });
}
