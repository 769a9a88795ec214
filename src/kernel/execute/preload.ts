import type { Bench } from '../../bench/index.js';
import type { CommPort } from './kernel.js';

/** The names that cells have in addition to the names of the bench. */
export const ADDED = ['display', 'use', 'widgets'] as const;

const HOST = Symbol.for('patchbay.notebook.host');

export interface OutputSlot {
  readonly id: string;
  readonly isTaken: boolean;
}

export interface Preload {
  readonly bench: Bench;
  readonly mayGoLive: boolean;
  display(value: unknown, place?: OutputSlot): void | Promise<void>;
  /** Functions that draw deferred displays. They run before the cell ends. */
  readonly waiting: Set<() => void>;
  /** The results by the number of their cell, which cells read as `Out[n]`. */
  readonly results: Readonly<Record<number, unknown>>;
  /** Without it, widgets are shown as text. */
  readonly comms?: CommPort;
  input(prompt?: string, options?: { password?: boolean }): Promise<string>;
}

/** Makes the functions of `patchbay/notebook` global, so that a cell can declare its own `display`. */
export async function preload(host: Preload, notebook: () => Promise<object>): Promise<void> {
  Object.assign(globalThis, { [HOST]: host, input: host.input, Out: host.results });
  const names = (await notebook()) as Record<string, unknown>;
  for (const name of ADDED) Object.assign(globalThis, { [name]: names[name] });
}
