import type { ReadStream, WriteStream } from 'node:tty';
import type { Ask, Bench, Mode } from '../bench/index.js';

/** Detects Ctrl-C while the main thread is busy. */
export interface Watchdog {
  /** Passes on the bytes typed so far, before newer bytes from the terminal are handled. */
  collect(): void;
  readonly ready: Promise<unknown>;
  stop(): unknown;
}

interface WatchdogEvents {
  /** `ended`: the watchdog terminated the running code. */
  interrupt(ended: boolean): void;
  typed?(bytes: Uint8Array): void;
}

/** What the bench asks of the terminal. */
export interface Front {
  readonly ask: Ask;
  readonly showInPager?: Bench['showInPager'];
  readonly edit?: Bench['edit'];
}

export interface ReplOptions {
  /** A function is called after the prompt is drawn, so that keys are echoed while the bench loads. */
  readonly bench: Promise<Bench> | ((front: Front) => Promise<Bench>);
  /** The mode to show in the prompt until the bench has loaded. The default is the sandbox. */
  readonly mode?: Mode;
  /** The lines above the first prompt, for a screen of the given width. */
  readonly header?: (columns: number) => readonly string[];
  readonly stdin?: ReadStream;
  readonly stdout?: WriteStream;
  /** The file of the history. Without it, the history ends with the session. */
  readonly historyFile?: string;
  /**
   * Starts the watchdog, which interrupts a busy program at Ctrl-C. Ctrl-C is a byte of a terminal in raw mode, or the
   * signal SIGINT.
   */
  readonly startWatchdog?: (
    on: WatchdogEvents & { terminal?: true; sigint?: true; endSignals: readonly NodeJS.Signals[] },
  ) => Watchdog | Promise<Watchdog>;
  readonly env?: NodeJS.ProcessEnv;
}
