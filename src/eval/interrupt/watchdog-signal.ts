import type { MessagePort } from 'node:worker_threads';

/**
 * Indexes in the Int32Array that the threads share.
 * - `BEAT` counts up while the main thread's event loop turns.
 * - `REQUESTED` counts the interrupts that any thread requested.
 * - `HANDLED` counts the interrupt messages that the main thread has handled.
 * - `ENDED` counts the terminations since the main thread last read it.
 * - `READING` is 1 while the watchdog thread reads the terminal and sends the bytes.
 */
export const BEAT = 0;
export const REQUESTED = 1;
export const HANDLED = 2;
export const ENDED = 3;
export const READING = 4;
export const SIGNAL_BYTES = 5 * Int32Array.BYTES_PER_ELEMENT;

/** Requests an interrupt from any thread that has `watchdog.signal`, such as the kernel's socket thread. */
export function requestInterrupt(signal: SharedArrayBuffer): void {
  Atomics.add(new Int32Array(signal), REQUESTED, 1);
}

/** The data with which the main thread starts the watchdog thread. */
export interface WatchdogSetup {
  readonly signal: SharedArrayBuffer;
  readonly terminal: boolean;
  readonly endSignals: readonly NodeJS.Signals[];
  /** The port on which the thread sends its messages, in order. */
  readonly port: MessagePort;
}

export type WatchdogMessage = { readonly interrupt: true } | { readonly typed: Uint8Array };
