import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import {
  BEAT,
  ENDED,
  HEARD,
  READING,
  SIGNAL_BYTES,
  type WatchdogMessage,
  type WatchdogSetup,
} from './watchdog-signal.js';

export { requestInterrupt } from './watchdog-signal.js';

export interface WatchdogOptions {
  /**
   * Runs on the main thread once per interrupt: normally `() => evaluator.interrupt()`. `ended` says that execution was
   * terminated: when no input runs, it was a callback that an earlier one left behind.
   */
  interrupt(ended: boolean): void;
  /**
   * The terminal is in raw mode, where ^C is only a byte that a busy main thread never reads: while it is busy, the
   * watchdog reads the terminal. Leave it off where somebody else delivers interrupts (the kernel), or where ^C is a
   * signal as usual.
   */
  readonly terminal?: boolean;
  /** Takes what was typed ahead while the main thread was busy. */
  typed?(bytes: Uint8Array): void;
}

/** A thread that can stop the main one: a busy loop, before or after an `await`, ends and the process lives on. */
export interface Watchdog {
  /** For other threads: `requestInterrupt(signal)` there interrupts here. */
  readonly signal: SharedArrayBuffer;
  /** Hands over what was typed ahead. Whoever reads the terminal asks for it first: what they read came later. */
  collect(): void;
  stop(): Promise<void>;
}

const BEAT_MS = 50;
/** Only a thread that died reads for longer. */
const LONGEST_READ_MS = 20;

/**
 * An interrupt (^C read from a raw terminal, or `requestInterrupt(signal)` from any thread) first calls `interrupt`
 * through the event loop. If the loop has not turned 400 ms later, the thread terminates what the main thread executes;
 * the event loop is free then, and the same `interrupt` call rejects the input.
 */
export function startWatchdog({ interrupt, terminal = false, typed = () => {} }: WatchdogOptions): Watchdog {
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  const shared = new Int32Array(signal);
  const beat = setInterval(() => Atomics.add(shared, BEAT, 1), BEAT_MS);
  const { port1: port, port2: theirs } = new MessageChannel();
  const worker = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { signal, terminal, port: theirs } satisfies WatchdogSetup,
    transferList: [theirs],
  });
  const hear = (message: WatchdogMessage) => {
    if ('typed' in message) return typed(message.typed);
    Atomics.add(shared, HEARD, 1);
    interrupt(Atomics.exchange(shared, ENDED, 0) > 0);
  };
  port.on('message', hear);
  port.unref();
  // Without the thread (run from the sources, or out of memory) everything works but the end of a busy loop.
  worker.on('error', () => clearInterval(beat));
  beat.unref();
  worker.unref();
  return {
    signal,
    collect() {
      // A read that has begun takes microseconds; its bytes were typed before those that are here already.
      const untilMs = performance.now() + LONGEST_READ_MS;
      while (Atomics.load(shared, READING) === 1 && performance.now() < untilMs);
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) hear(next.message);
    },
    async stop() {
      clearInterval(beat);
      port.close();
      await worker.terminate();
    },
  };
}
