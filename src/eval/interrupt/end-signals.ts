import { constants } from 'node:os';

interface SignalWatcher {
  onsignal: () => void;
  start(signal: number): number;
  unref(): void;
}

/** Returns a function that reports whether one of the signals was sent to the process. */
export function watchEndSignals(signals: readonly NodeJS.Signals[]): () => boolean {
  let isReceived = false;
  watchSignals(signals, () => {
    isReceived = true;
  });
  return () => isReceived;
}

/**
 * Calls a function in this thread for each of the signals that is sent to the process. `process.on` works only on the main
 * thread, and only when it is not busy. The binding behind it works on every thread. Node.js deprecates it without another
 * way. Returns whether this version has the binding. Otherwise, signals wait until the main thread is free.
 */
export function watchSignals(signals: readonly NodeJS.Signals[], onSignal: () => void): boolean {
  if (signals.length === 0) return false;
  try {
    // Only for this thread: the warning about the binding.
    process.noDeprecation = true;
    // The type definitions of Node.js do not include it.
    const { binding } = process as unknown as { binding(name: string): { Signal: new () => SignalWatcher } };
    const { Signal } = binding.call(process, 'signal_wrap');
    for (const signal of signals) {
      const watcher = new Signal();
      watcher.unref();
      watcher.onsignal = onSignal;
      watcher.start(constants.signals[signal]);
    }
    return true;
  } catch {
    return false;
  }
}
