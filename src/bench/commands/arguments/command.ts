import type { Seen, Suggestion } from '../../../assist/index.js';
import type { Bench } from '../../bench.js';

/** What was typed behind a command's name. */
export interface Asked {
  readonly words: readonly string[];
  /** The same as it was typed, for those that take code or a path. */
  readonly rest: string;
}

/** What a command may look at to complete its arguments. */
export interface Known {
  readonly bench: Bench;
  /** Ids and numbers that the platform answered with. */
  readonly seen: Pick<Seen, 'fitting'>;
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
  /** What follows the name is code, and completed as such. */
  readonly takesCode?: true;
  /** What may stand in the place of the last of these words; nothing where nobody knows. */
  complete?(words: readonly string[], known: Known): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** What to show: text, a sheet or any value; nothing when there is nothing to say. */
  run(asked: Asked, bench: Bench): unknown;
}

/** Words to choose from, or pairs of a word and what it means. */
export const choices = (all: readonly (string | readonly [text: string, detail: string])[]): Suggestion[] =>
  all.map((one) =>
    typeof one === 'string' ? { text: one, kind: 'value' } : { text: one[0], kind: 'value', detail: one[1] },
  );
