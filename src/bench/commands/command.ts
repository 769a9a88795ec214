import type { Suggestion } from '../../assist/index.js';
import type { Bench } from '../bench.js';

/** What was typed behind a command's name. */
export interface Asked {
  readonly words: readonly string[];
  /** The same as it was typed, for those that take code or a path. */
  readonly rest: string;
}

/** A line that begins with a dot. Help and completion read the same object that runs. */
export interface Command {
  /** With its dot: `.help`. */
  readonly name: string;
  /** What may follow the name: `[sandbox | live]`. */
  readonly takes?: string;
  readonly help: string;
  /** What may follow the name, one by one, where that is more than a line. */
  readonly ways?: readonly (readonly [typed: string, does: string])[];
  /** What may stand in the place of the last of these words. */
  complete?(words: readonly string[], bench: Bench): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** What to show: text, a sheet or any value; nothing when there is nothing to say. */
  run(asked: Asked, bench: Bench): unknown;
}

/** Words to choose from. */
export const choices = (texts: readonly string[]): Suggestion[] => texts.map((text) => ({ text, kind: 'value' }));
