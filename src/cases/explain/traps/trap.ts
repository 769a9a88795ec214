import type { WebhookEntry } from '../../../cassette/index.js';
import type { Exchange } from '../exchange.js';

/** All that happened in a case. A trap can look at every request, because a cause can be in one that succeeded. */
export interface Story {
  readonly exchanges: readonly Exchange[];
  /** The requests that the platform made to servers of the user, with their numbers in `cassette show`. */
  readonly webhooks: readonly { readonly number: number; readonly entry: WebhookEntry }[];
}

/** A call that a trap suggests. */
export interface Fix {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** What only the user knows. With it, the call is not tried. */
  readonly needs?: string;
}

/**
 * How sure a cause is. `certain`: the response or the recording shows it. `likely`: a known rule fits. `possible`: one of
 * several explanations, which the text words as a guess.
 */
export type Level = 'certain' | 'likely' | 'possible';

/** A place where a trap matches. */
export interface Hit {
  /** The request that is the cause. It may have succeeded. */
  readonly at: Exchange;
  readonly field?: string;
  readonly level: Level;
  readonly cause: string;
  readonly facts?: readonly string[];
  readonly fix?: Fix;
  /** The request of the platform that failed. `at` is the request that named its address. */
  readonly webhook?: { readonly exchange: number; readonly request: string; readonly status: number };
  /** What happened later, if the failure did not last. */
  readonly recovered?: string;
}

/** A known cause of failures. */
export interface Trap {
  readonly name: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** Texts that `import` reads, in which the trap matches. */
  readonly examples: readonly [string, ...string[]];
  /** Texts that only look like them: the trap must not match in any of these. */
  readonly lookAlikes: readonly [string, string, ...string[]];
  find(story: Story): Hit[];
}

/** The last exchange before a number. Exchanges are in order, so a search from the start would be quadratic. */
export function lastBefore(exchanges: readonly Exchange[], number: number): Exchange | undefined {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((exchanges[middle]?.number ?? number) < number) low = middle + 1;
    else high = middle;
  }
  return exchanges[low - 1];
}
