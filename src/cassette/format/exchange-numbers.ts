import type { CassetteDocument } from './schema.js';

/**
 * The number of each document, counted from 1 over the requests and webhooks, as `cassette show` prints it. The inputs
 * and outputs of a session have no number of their own: theirs is that of the exchange before them.
 */
export function exchangeNumbers(documents: readonly CassetteDocument[]): readonly number[] {
  let number = 0;
  return documents.map(({ kind }) => (kind === 'http' || kind === 'webhook' ? ++number : number));
}
