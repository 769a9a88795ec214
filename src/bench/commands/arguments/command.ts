import type { Seen, Suggestion } from '../../../assist/index.js';
import type { Bench } from '../../bench.js';

/** The arguments that the user typed after the name of a command. */
export interface Asked {
  readonly words: readonly string[];
  /** The arguments as one string, for commands that take code or a path. */
  readonly rest: string;
}

/** What a command can use to complete its arguments. */
export interface Known {
  readonly bench: Bench;
  /** Ids and numbers from responses of the platform. */
  readonly seen: Pick<Seen, 'fitting'>;
}

/** A dot command. Help and completion use the same object that runs. */
export interface Command {
  /** The name with its dot: `.help`. */
  readonly name: string;
  /** The usage of the arguments: `[sandbox | live]`. */
  readonly takes?: string;
  readonly help: string;
  /** The forms of the arguments with their descriptions, when one line of help is not enough. */
  readonly ways?: readonly (readonly [typed: string, does: string])[];
  /** The arguments are code and are completed as code. */
  readonly takesCode?: true;
  /** Returns completions for the last of the words. */
  complete?(words: readonly string[], known: Known): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Runs the command. Returns text, a sheet or any value to show, or undefined for no output. */
  run(asked: Asked, bench: Bench): unknown;
}

/** Converts words, or pairs of a word and its meaning, to suggestions. */
export const choices = (all: readonly (string | readonly [text: string, detail: string])[]): Suggestion[] =>
  all.map((one) =>
    typeof one === 'string' ? { text: one, kind: 'value' } : { text: one[0], kind: 'value', detail: one[1] },
  );
