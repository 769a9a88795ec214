import type { Bench } from '../bench.js';

/** A line that begins with a dot. Help and completion read the same object that runs. */
export interface Command {
  /** With its dot: `.help`. */
  readonly name: string;
  /** What may follow the name: `[sandbox | live]`. */
  readonly takes?: string;
  readonly help: string;
  /** What to show; nothing when there is nothing to say. */
  run(words: readonly string[], bench: Bench): Promise<string | undefined> | string | undefined;
}
