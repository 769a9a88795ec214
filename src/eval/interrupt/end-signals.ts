import { constants } from 'node:os';

interface SignalWatcher {
  onsignal: () => void;
  start(signal: number): number;
  unref(): void;
}

/**
 * Returns a function that reports whether one of the signals was sent to the process. `process.on` works only on the main thread,
 * and only when it is not busy. The binding behind it works on every thread. Node.js deprecates it without another
 * way. If a version has no such binding, signals wait until the main thread is free.
 */
export function watchEndSignals(signals: readonly NodeJS.Signals[]): () => boolean {
  let isReceived = false;
  if (signals.length === 0) return () => false;
  try {
    // Only for this thread: the warning about the binding.
    process.noDeprecation = true;
    // The type definitions of Node.js do not include it.
    const { binding } = process as unknown as { binding(name: string): { Signal: new () => SignalWatcher } };
    const { Signal } = binding.call(process, 'signal_wrap');
    for (const signal of signals) {
      const watcher = new Signal();
      watcher.unref();
      watcher.onsignal = () => {
        isReceived = true;
      };
      watcher.start(constants.signals[signal]);
    }
  } catch {
    // Without the binding, the main thread handles the signal as soon as it is free.
  }
  return () => isReceived;
}
