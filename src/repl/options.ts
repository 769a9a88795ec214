import type { ReadStream, WriteStream } from 'node:tty';
import type { Ask, Bench, Mode } from '../bench/index.js';

/** Something that notices Ctrl-C while the program is too busy to. */
export interface Watchdog {
  /** Hands over what was typed ahead. What is read from the terminal after that came later. */
  collect(): void;
  stop(): unknown;
}

export interface ReplOptions {
  /** Called once the prompt stands, when it is a function: keys are echoed while the bench loads. */
  readonly bench: Promise<Bench> | ((front: { ask: Ask }) => Promise<Bench>);
  /** Where requests will go, for the prompt that stands before the bench does. The sandbox unless told otherwise. */
  readonly mode?: Mode;
  /** The lines above the first prompt, for a screen so wide: two. */
  readonly header?: (columns: number) => readonly string[];
  readonly stdin?: ReadStream;
  readonly stdout?: WriteStream;
  /** Where statements are kept. Without it the history ends with the session. */
  readonly historyFile?: string;
  /**
   * Started before the first input: it calls `interrupt` for a Ctrl-C that the terminal sent while the program was busy,
   * and says whether it had to end what was executed.
   */
  readonly startWatchdog?: (on: {
    interrupt(ended: boolean): void;
    typed(bytes: Uint8Array): void;
  }) => Watchdog | Promise<Watchdog>;
  readonly env?: NodeJS.ProcessEnv;
}
