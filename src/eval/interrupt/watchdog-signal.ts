import type { MessagePort } from 'node:worker_threads';

/**
 * What the threads share: an Int32Array over one small buffer.
 * - `BEAT` counts up while the main thread's event loop turns.
 * - `ASKED` counts interrupts asked for, by any thread; `HEARD` is how many of them the main thread has acted on.
 * - `ENDED` counts what was terminated since the main thread last asked.
 * - `READING` is 1 while the watching thread reads the terminal and hands over what it read.
 */
export const BEAT = 0;
export const ASKED = 1;
export const HEARD = 2;
export const ENDED = 3;
export const READING = 4;
export const SIGNAL_BYTES = 5 * Int32Array.BYTES_PER_ELEMENT;

/** Asks for an interrupt, from any thread that was handed `watchdog.signal` (the kernel's socket thread, say). */
export function requestInterrupt(signal: SharedArrayBuffer): void {
  Atomics.add(new Int32Array(signal), ASKED, 1);
}

/** How the main thread starts the watching one. */
export interface WatchdogSetup {
  readonly signal: SharedArrayBuffer;
  readonly terminal: boolean;
  /** Takes what the thread has to tell, in order. */
  readonly port: MessagePort;
}

/** What the watching thread tells the main one. */
export type WatchdogMessage = { readonly interrupt: true } | { readonly typed: Uint8Array };
