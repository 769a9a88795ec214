import { type CassetteDocument, exchangeNumbers, type WebhookEntry } from '../../cassette/index.js';
import type { Exchange } from './exchange.js';
import { traps } from './traps/index.js';
import type { Hit, Story } from './traps/trap.js';

export interface NamedHit {
  readonly trap: string;
  readonly hit: Hit;
}

/** The places where a known trap matches. */
export const hitsIn = (exchanges: readonly Exchange[], documents: readonly CassetteDocument[]): NamedHit[] => {
  const story = { exchanges, webhooks: webhooksIn(documents) };
  return traps.flatMap(({ name, find }) => find(story).map((hit) => ({ trap: name, hit })));
};

function webhooksIn(documents: readonly CassetteDocument[]): Story['webhooks'] {
  const numbers = exchangeNumbers(documents);
  return documents.flatMap((document, i) =>
    // `kind` decides the type, but an entry of another kind may have any field.
    document.kind === 'webhook' ? [{ number: numbers[i] ?? 0, entry: document as WebhookEntry }] : [],
  );
}
