import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import {
  BEAT,
  ENDED,
  HANDLED,
  READING,
  SIGNAL_BYTES,
  type WatchdogMessage,
  type WatchdogSetup,
} from './watchdog-signal.js';

export { requestInterrupt } from './watchdog-signal.js';

export interface WatchdogOptions {
  /**
   * Runs on the main thread once per interrupt, normally `() => evaluator.interrupt()`. `ended` is true if execution
   * was terminated. If no input runs then, the terminated code was a callback that an earlier input left behind.
   */
  interrupt(ended: boolean): void;
  /**
   * Whether the terminal is in raw mode, where ^C is a byte that a busy main thread does not read. The watchdog reads
   * the terminal while the main thread is busy. Leave it off if interrupts come from elsewhere (the kernel) or if ^C is
   * a signal.
   */
  readonly terminal?: boolean;
  /** Whether ^C is a signal. A thread receives it in place of `process`, whose listeners wait for the event loop. */
  readonly sigint?: boolean;
  /**
   * Signals whose listeners on `process` end the program. While the main thread is busy, its code is terminated, so that
   * they run. Without such a listener, the signal would have no effect.
   */
  readonly endSignals?: readonly NodeJS.Signals[];
  /** Receives what the user typed while the main thread was busy. */
  typed?(bytes: Uint8Array): void;
}

/** A thread that can stop a busy loop on the main thread, before or after an `await`, without ending the process. */
export interface Watchdog {
  /** Other threads call `requestInterrupt(signal)` to interrupt this one. */
  readonly signal: SharedArrayBuffer;
  /** Resolves when the signals of the options are received. Before, SIGINT ends the process. */
  readonly ready: Promise<unknown>;
  /** Delivers what the user typed while the main thread was busy. The terminal's own bytes are newer. */
  collect(): void;
  stop(): Promise<void>;
}

const BEAT_MS = 50;
/** A longer read means that the thread died. */
const MAX_READ_MS = 20;

/**
 * Starts the watchdog. An interrupt (^C from a raw terminal, or `requestInterrupt(signal)` from any thread) first calls
 * `interrupt` through the event loop. If the loop has not turned 400 ms later, the thread terminates the code that the
 * main thread executes. The event loop is then free, and the same `interrupt` call rejects the input.
 */
export function startWatchdog({
  interrupt,
  terminal = false,
  sigint = false,
  endSignals = [],
  typed = () => {},
}: WatchdogOptions): Watchdog {
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  const shared = new Int32Array(signal);
  const beat = setInterval(() => Atomics.add(shared, BEAT, 1), BEAT_MS);
  const { port1: port, port2: workerPort } = new MessageChannel();
  const worker = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { signal, terminal, endSignals, port: workerPort } satisfies WatchdogSetup,
    transferList: [workerPort],
  });
  const receive = (message: WatchdogMessage) => {
    if ('typed' in message) return typed(message.typed);
    Atomics.add(shared, HANDLED, 1);
    interrupt(Atomics.exchange(shared, ENDED, 0) > 0);
  };
  port.on('message', receive);
  port.unref();
  // Without the thread (when run from the sources, or out of memory), everything works except stopping a busy loop.
  worker.on('error', () => clearInterval(beat));
  beat.unref();
  worker.unref();
  const sigintWorker = sigint
    ? new Worker(new URL('./sigint-thread.js', import.meta.url), { workerData: signal })
    : undefined;
  sigintWorker?.unref();
  return {
    signal,
    ready: Promise.all([endSignals.length > 0 && isReady(worker), sigintWorker && isReady(sigintWorker)]),
    collect() {
      // A read in progress takes microseconds. Its bytes were typed before those that the caller reads next.
      const untilMs = performance.now() + MAX_READ_MS;
      while (Atomics.load(shared, READING) === 1 && performance.now() < untilMs);
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) receive(next.message);
    },
    async stop() {
      clearInterval(beat);
      port.close();
      await Promise.all([worker.terminate(), sigintWorker?.terminate()]);
    },
  };
}

const isReady = (worker: Worker) =>
  new Promise<void>((resolve) => void worker.once('message', () => resolve()).once('error', () => resolve()));
